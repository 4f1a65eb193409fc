package clrt

import (
	"testing"

	"flyby/internal/cl"
)

// TestLanes: commands of a lane run in order, Finish waits for them, and the commands of lane 0 go to the
// queue that Time chose.
func TestLanes(t *testing.T) {
	onEachDevice(t, "", func(t *testing.T, d *Device) {
		const n = 1000
		var buffers [3]*cl.Buffer
		var got [3]*Block
		for lane := range buffers {
			must(t, d.Queues.Lane(lane))
			b, err := d.Memory.Buffer("lane", 4*n)
			must(t, err)
			buffers[lane] = b
			got[lane], err = d.Pool.Keep(4 * n)
			must(t, err)
		}
		for round := range byte(3) {
			for lane, b := range buffers {
				must(t, d.Queues.Lane(lane))
				must(t, d.Queues.Fill(b, []byte{round, byte(lane), 0, 1}, 0, 4*n))
				must(t, d.Queues.ReadPinned(b, 0, got[lane].Bytes[:4*n]))
				must(t, d.Queues.Flush())
			}
		}
		for lane := range buffers {
			must(t, d.Queues.Lane(lane))
			must(t, d.Queues.Finish())
			for i, v := range cl.View[uint32](got[lane].Bytes[:4*n]) {
				if want := uint32(2 | lane<<8 | 1<<24); v != want {
					t.Fatalf("lane %d: word %d is %#x, want %#x", lane, i, v, want)
				}
			}
			got[lane].Release()
		}
		d.Queues.Time(false)
		must(t, d.Queues.Lane(2))
		must(t, d.Queues.Lane(0))
		if d.Queues.queue != d.Queues.plain || len(d.Queues.lanes) != 2 {
			t.Errorf("lane 0 is not the queue that was chosen, or there are %d others", len(d.Queues.lanes))
		}
	})
}
