//go:build 386 || arm || mips || mipsle || wasm

package bits

// The undefined name is the compiler's message.
var _ = flyby_needs_a_processor_with_64_bit_addresses__see_docs_platforms_md
