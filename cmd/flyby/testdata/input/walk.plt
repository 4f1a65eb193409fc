<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="by hand" xmlns="http://www.topografix.com/GPX/1/1">
  <trk>
    <name>out</name>
    <trkseg>
      <trkpt lat="48.1000" lon="11.5000"><ele>500</ele><time>2024-05-01T12:00:00Z</time></trkpt>
      <trkpt lat="48.1001" lon="11.5000"><ele>500</ele><time>2024-05-01T12:00:10Z</time></trkpt>
    </trkseg>
    <trkseg>
      <trkpt lat="48.1010" lon="11.5000"><ele>501</ele><time>2024-05-01T12:05:00Z</time></trkpt>
      <trkpt lat="48.1011" lon="11.5000"><ele>501</ele><time>2024-05-01T12:05:10Z</time></trkpt>
    </trkseg>
  </trk>
  <trk>
    <name>back</name>
    <trkseg>
      <trkpt lat="48.1002" lon="11.5000"><ele>500</ele><time>2024-05-01T12:00:00Z</time></trkpt>
      <trkpt lat="48.1000" lon="11.5000"><ele>500</ele><time>2024-05-01T12:00:10Z</time></trkpt>
    </trkseg>
  </trk>
</gpx>
