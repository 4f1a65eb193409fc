//go:build 386 || arm || mips || mipsle || wasm

package bits

// The name that the compiler does not find is the message.
var _ = flyby_needs_a_processor_with_64_bit_addresses__see_docs_platforms_md
