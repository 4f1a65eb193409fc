package serve

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// metrics counts the answers of a server.
type metrics struct {
	mutex    sync.Mutex
	begun    time.Time
	requests map[outcome]uint64
	cuts     map[string]uint64 // by reason
	times    map[timed]*histogram
	reloads  map[string]uint64 // by result
	underWay int64             // requests
	rows     uint64
	bytes    uint64
}

// An outcome is a route and a status of its answers.
type outcome struct {
	route  string
	status int // 0: cut, or the client had gone
}

// begin begins to count.
func (m *metrics) begin() {
	m.begun, m.requests, m.cuts = time.Now(), map[outcome]uint64{}, map[string]uint64{}
	m.times, m.reloads = map[timed]*histogram{}, map[string]uint64{}
}

// start counts a request that begins.
func (m *metrics) start() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.underWay++
}

// countReload counts what became of a data set at a reload.
func (m *metrics) countReload(result string) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.reloads[result]++
}

// count counts a request that ends.
func (m *metrics) count(route string, c *outgoing, took time.Duration) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.underWay--
	status := c.status
	if c.cut != "" {
		m.cuts[c.cut]++
		status = 0
	}
	m.requests[outcome{route, status}]++
	if strings.HasPrefix(route, "POST ") { // the other routes answer at once, and would be series, too
		at := timed{route, classOf(status)}
		if m.times[at] == nil {
			m.times[at] = &histogram{}
		}
		m.times[at].add(took.Seconds())
	}
	m.rows += c.rows
	m.bytes += c.bytes
}

// measure answers with the metrics, as Prometheus reads them.
func (s *Server) measure(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, err := w.Write([]byte(s.measured()))
	return err
}

// measured returns the text of the metrics. The names of databases have only letters that need no escape.
func (s *Server) measured() string {
	var text strings.Builder
	family := func(name, kind, help string, values ...string) {
		fmt.Fprintf(&text, "# HELP flyby_%s %s\n# TYPE flyby_%s %s\n", name, help, name, kind)
		for _, v := range values { // of a histogram they begin with the end of the name
			fmt.Fprintf(&text, "flyby_%s%s\n", name, v)
		}
	}
	value := func(v uint64) string { return " " + strconv.FormatUint(v, 10) }
	m := &s.metrics
	m.mutex.Lock()
	family("requests_total", "counter", "Requests by route and status, 0 for a cut answer or a client that had gone.", m.outcomes()...)
	family("cut_answers_total", "counter", "Answers that were cut by reason: the client had gone, took too little while a search waited, or was late; or the search failed.", m.reasons()...)
	family("request_duration_seconds", "histogram", "Seconds from the headers of a question to the end of its answer, by route and class of status; cut: of answers that were cut.", m.durations()...)
	family("requests_in_flight", "gauge", "Requests that are not answered yet.", value(uint64(m.underWay)))
	family("reloads_total", "counter", "Data sets at reloads by result: changed, unchanged or failed.", m.reloaded()...)
	family("rows_total", "counter", "Rows of complete answers.", value(m.rows))
	family("answer_bytes_total", "counter", "Bytes of bodies that were sent.", value(m.bytes))
	m.mutex.Unlock()
	family("waiting", "gauge", "Searches that wait for memory or a device.", value(uint64(s.queue.Waiting())))
	family("memory_bytes", "gauge", "Memory that data sets and searches have asked for.", value(s.queue.Used()))
	family("memory_limit_bytes", "gauge", "Memory that they may have.", value(s.config.Ask.Machine.Memory))
	family("tmp_bytes", "gauge", "Bytes of answers in the folder of --tmp.", value(s.folder.Used()))
	family("tmp_limit_bytes", "gauge", "Bytes that may be there.", value(s.config.Ask.Machine.TmpLimit))
	var segments, points []string
	for _, d := range s.databases {
		if r := d.take(); r != nil {
			if of := r.base.Points(); of != nil {
				points = append(points, fmt.Sprintf("{database=%q} %d", d.Name, of.Len()))
			} else {
				segments = append(segments, fmt.Sprintf("{database=%q} %d", d.Name, r.base.Data().Segments()))
			}
			s.give(d, r) //nolint:errcheck // it was only read
		}
	}
	family("database_segments", "gauge", "Entry segments of a database.", segments...)
	family("database_points", "gauge", "Points of a database of points.", points...)
	family("start_time_seconds", "gauge", "When the server began, in seconds since 1970.", value(uint64(m.begun.Unix())))
	return text.String()
}

// reasons returns the counts of answers that were cut, in order. The caller has the mutex.
func (m *metrics) reasons() (all []string) {
	for _, reason := range sortedKeys(m.cuts) {
		all = append(all, fmt.Sprintf("{reason=%q} %d", reason, m.cuts[reason]))
	}
	return all
}

// outcomes returns the counts of requests, in order. The caller has the mutex.
func (m *metrics) outcomes() (all []string) {
	texts := map[string]uint64{}
	for o, n := range m.requests {
		texts[fmt.Sprintf("{route=%q,status=\"%d\"}", o.route, o.status)] = n
	}
	for _, text := range sortedKeys(texts) {
		all = append(all, fmt.Sprintf("%s %d", text, texts[text]))
	}
	return all
}

// reloaded returns the counts of reloads, in order. The caller has the mutex.
func (m *metrics) reloaded() (all []string) {
	for _, result := range sortedKeys(m.reloads) {
		all = append(all, fmt.Sprintf("{result=%q} %d", result, m.reloads[result]))
	}
	return all
}
