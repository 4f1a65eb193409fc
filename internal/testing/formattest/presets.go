package formattest

import (
	"slices"

	"flyby/trajectory/format"
)

// A PresetCase is a file as its publisher writes it.
type PresetCase struct {
	Name, Text string
	Options    format.Options
	Neutral    string // the equivalent CSV
	LonLat     bool
	Preset     format.Preset
}

// PresetCases returns files as their publishers write them, a few columns of many left out, with
// the equivalent neutral CSV.
func PresetCases() []PresetCase { return slices.Concat(publishedCases(), sumoCases(), optionCases()) }

// publishedCases returns files of positions of ships, animals and aircraft.
func publishedCases() []PresetCase {
	const degrees = true
	return []PresetCase{
		{
			"gaia", "source_id,ra,dec,parallax,pmra,pmdec,radial_velocity,ref_epoch,phot_g_mean_mag\n" +
				"5,90,0,500,1,-2,3,2016.0,4.5\n6,0,-90,250,0,0,,2015.5,\n7,180,0,0.0,0,0,1,2016.0,9\n8,180,0,,0,0,1,2016.0,9\n9,180,0,-1e-3,0,0,1,2016.0,9\n10,,0,1,0,0,1,2016.0,9\n", format.Options{},
			"id,t,x,y,z\n5,0,0,2,0\n6,-5e-07,0,0,-4\n", !degrees,
			format.Preset{Name: "gaia", Columns: "gaia: id=source_id t=ref_epoch x=ra y=dec z=parallax, parsecs", Absent: 1, Unplaced: 3},
		}, {
			"marinecadastre", "MMSI,BaseDateTime,LAT,LON,SOG,COG,Heading,VesselName\n" +
				"367390380,2020-12-31T00:00:00,42.33729,-83.09829,0.0,180.4,511.0,UNITED\n" +
				"367390380,2020-12-31T00:01:10,42.33731,-83.09830,0.0,180.4,511.0,\"UNITED, 2\"\n" +
				"367390381,2020-12-31T00:01:10,91,181,0.0,180.4,511.0,X\n", format.Options{},
			"id,t,lon,lat\n367390380,2020-12-31T00:00:00Z,-83.09829,42.33729\n367390380,2020-12-31T00:01:10Z,-83.0983,42.33731\n", degrees,
			format.Preset{Name: "marinecadastre", Columns: "marinecadastre: id=MMSI t=BaseDateTime (UTC) x=LON y=LAT, degrees", Absent: 1, Flat: 0, Repeated: 0},
		}, {
			"marinecadastre of 2025", "mmsi,base_date_time,longitude,latitude,sog\n1,2025-01-01 00:00:05,-70,41,0\n", format.Options{},
			"id,t,lon,lat\n1,2025-01-01T00:00:05Z,-70,41\n", degrees,
			format.Preset{Name: "marinecadastre", Columns: "marinecadastre: id=mmsi t=base_date_time (UTC) x=longitude y=latitude, degrees", Absent: 0, Flat: 0, Repeated: 0},
		}, {
			"aisdk", "# Timestamp,Type of mobile,MMSI,Latitude,Longitude,Navigational status,ROT\n" +
				"31/12/2015 23:59:59,Class A,219000368,56.990130,10.304543,Moored,0\n" +
				"31/12/2015 23:59:59,Base Station,2190047,91.000000,181.000000,Unknown value,\n" +
				"01/01/2016 00:00:01,Class A,219000368,56.990131,10.304543,Moored,0\n", format.Options{},
			"id,t,lon,lat\n219000368,2015-12-31T23:59:59Z,10.304543,56.99013\n219000368,2016-01-01T00:00:01Z,10.304543,56.990131\n", degrees,
			format.Preset{Name: "aisdk", Columns: "aisdk: id=MMSI t=# Timestamp (UTC) x=Longitude y=Latitude, degrees", Absent: 1, Flat: 0, Repeated: 0},
		}, {
			"movebank", "event-id,visible,timestamp,location-long,location-lat,sensor-type,individual-local-identifier,study-name\n" +
				"1,true,2008-05-31 12:30:00.000,11.5,48.25,\"gps\",\"Bird, 1\",s\n" +
				"2,false,2008-05-31 13:30:00.000,11.5,-48.25,\"gps\",\"Bird, 1\",s\n" +
				"3,true,2008-05-31 14:30:00.500,,,gps,\"Bird, 1\",s\n" +
				"4,TRUE,2008-05-31 15:30:00.500,12,48,gps,\"Bird, 1\",s\n", format.Options{},
			"id,t,lon,lat\n\"Bird, 1\",2008-05-31T12:30:00Z,11.5,48.25\n\"Bird, 1\",2008-05-31T15:30:00.5Z,12,48\n", degrees,
			format.Preset{Name: "movebank", Columns: "movebank: id=individual-local-identifier t=timestamp (UTC) x=location-long y=location-lat, degrees", Absent: 2, Flat: 0, Repeated: 0},
		}, {
			"opensky", OpenSky, format.Options{},
			"id,t,lon,lat,z\n3c6444,2020-06-01T14:00:08.5Z,8.5,50,1000\n3c6444,2020-06-01T14:00:18.5Z,8.6,50,1010\n400123,2020-06-01T14:00:05Z,-1,51,99.5\n", degrees,
			format.Preset{Name: "opensky", Columns: "opensky: id=icao24 t=lastposupdate (Unix seconds) x=lon y=lat z=geoaltitude, degrees", Absent: 1, Flat: 1, Repeated: 2},
		}, {
			"opensky, barometric", OpenSky, format.Options{Height: "baroaltitude"},
			"id,t,lon,lat,z\n3c6444,2020-06-01T14:00:08.5Z,8.5,50,900\n3c6444,2020-06-01T14:00:18.5Z,8.6,50,910\n400123,2020-06-01T14:00:05Z,-1,51,90\n400123,2020-06-01T14:00:15Z,-1,52,95\n", degrees,
			format.Preset{Name: "opensky", Columns: "opensky: id=icao24 t=lastposupdate (Unix seconds) x=lon y=lat z=baroaltitude, degrees", Absent: 1, Flat: 0, Repeated: 2},
		}, {
			"opensky, flat", OpenSky, format.Options{Height: format.NoHeight},
			"id,t,lon,lat\n3c6444,2020-06-01T14:00:08.5Z,8.5,50\n3c6444,2020-06-01T14:00:18.5Z,8.6,50\n400123,2020-06-01T14:00:05Z,-1,51\n400123,2020-06-01T14:00:15Z,-1,52\n", degrees,
			format.Preset{Name: "opensky", Columns: "opensky: id=icao24 t=lastposupdate (Unix seconds) x=lon y=lat, degrees", Absent: 1, Flat: 0, Repeated: 2},
		},
	}
}

// sumoCases returns files of SUMO's xml2csv.
func sumoCases() []PresetCase {
	const degrees = true
	return []PresetCase{
		{
			"sumo", "timestep_time;vehicle_angle;vehicle_id;vehicle_x;vehicle_y\n0.00;;;;\n1.00;90;a.0;5.1;-2\n2.00;90;a.0;6.1;-2\n", format.Options{},
			"id,t,x,y\na.0,1,5.1,-2\na.0,2,6.1,-2\n", false,
			format.Preset{Name: "sumo", Columns: "sumo: id=vehicle_id t=timestep_time x=vehicle_x y=vehicle_y, metres", Absent: 1, Flat: 0, Repeated: 0},
		}, {
			"sumo, its own CSV", "time;id;x;y;angle;type;speed;pos;lane;edge;slope\n0.00;0;-4.80;228.50;180.00;car;0.00;5.10;A2A1_0;;0.00\n1.00;0;-4.80;226.92;180.00;car;2.03;6.68;A2A1_0;;0.00\n", format.Options{},
			"id,t,x,y\n0,0,-4.8,228.5\n0,1,-4.8,226.92\n", false,
			format.Preset{Name: "sumo", Columns: "sumo: id=id t=time x=x y=y, metres", Absent: 0, Flat: 0, Repeated: 0},
		}, {
			"sumo, degrees", "timestep_time;vehicle_id;vehicle_x;vehicle_y\n1.00;a.0;5.1;-2\n", format.Options{Reading: format.Reading{LonLat: true}},
			"id,t,x,y\na.0,1,5.1,-2\n", degrees,
			format.Preset{Name: "sumo", Columns: "sumo: id=vehicle_id t=timestep_time x=vehicle_x y=vehicle_y, degrees", Absent: 0, Flat: 0, Repeated: 0},
		}, {
			"sumo with persons", "timestep_time;person_id;person_x;person_y;vehicle_id;vehicle_x;vehicle_y\n0;p;1;2;;;\n0;;;;v;3;4\n1;p;1.5;2;;;\n", format.Options{},
			"id,t,x,y\np,0,1,2\nv,0,3,4\np,1,1.5,2\n", false,
			format.Preset{Name: "sumo", Columns: "sumo: id=vehicle_id|person_id t=timestep_time x=vehicle_x|person_x y=vehicle_y|person_y, metres", Absent: 0, Flat: 0, Repeated: 0},
		}, {
			"sumo with containers", "timestep_time;container_id;container_x;container_y;person_id;person_x;person_y;person_z;vehicle_id;vehicle_x;vehicle_y\n0;1;1;2;;;;;;;\n0;;;;1;5;6;7;;;\n0;;;;;;;;1;3;4\n0;;;;;;;;2;3;4\n", format.Options{},
			"id,t,x,y\ncontainer:1,0,1,2\nperson:1,0,5,6\n1,0,3,4\n2,0,3,4\n", false,
			format.Preset{Name: "sumo", Columns: "sumo: id=vehicle_id|person_id|container_id t=timestep_time x=vehicle_x|person_x|container_x y=vehicle_y|person_y|container_y, metres", Absent: 0, Flat: 0, Repeated: 0},
		}, {
			"sumo of containers", "timestep_time;container_id;container_x;container_y\n0;10;1;2\n0;9;1;2\n", format.Options{},
			"id,t,x,y\n10,0,1,2\n9,0,1,2\n", false,
			format.Preset{Name: "sumo", Columns: "sumo: id=container_id t=timestep_time x=container_x y=container_y, metres", Absent: 0, Flat: 0, Repeated: 0},
		}, {
			"sumo of persons", "timestep_time;person_id;person_x;person_y\n0;p;1;2\n", format.Options{},
			"id,t,x,y\np,0,1,2\n", false,
			format.Preset{Name: "sumo", Columns: "sumo: id=person_id t=timestep_time x=person_x y=person_y, metres", Absent: 0, Flat: 0, Repeated: 0},
		},
	}
}

// optionCases returns files whose options add to the preset, or contradict it.
func optionCases() []PresetCase {
	const degrees = true
	return []PresetCase{
		{
			"ais", "mmsi,lon,lat,date_time_utc,length\n1,5,6,2020-01-01 00:00:00,3\n", format.Options{},
			"id,t,lon,lat\n1,2020-01-01T00:00:00Z,5,6\n", degrees,
			format.Preset{Name: "ais", Columns: "ais: id=mmsi t=date_time_utc (UTC) x=lon y=lat, degrees", Absent: 0, Flat: 0, Repeated: 0},
		}, {
			"ais in a zone", "mmsi,longitude,latitude,timestamp\n1,5,6,2020-01-01 00:00:00\n", format.Options{Reading: format.Reading{Zone: "-02:00"}},
			"id,t,lon,lat\n1,2020-01-01T02:00:00Z,5,6\n", degrees,
			format.Preset{Name: "ais", Columns: "ais: id=mmsi t=timestamp (-02:00) x=longitude y=latitude, degrees", Absent: 0, Flat: 0, Repeated: 0},
		}, {
			"a column is told, and a zone", "MMSI,Name,BaseDateTime,LAT,LON,r\n1,n,2020-12-31T00:00:00,42,-83,5\n", format.Options{Columns: map[string]string{"id": "Name"}, Reading: format.Reading{Zone: "+01:00"}},
			"id,t,lon,lat,r\nn,2020-12-30T23:00:00Z,-83,42,5\n", degrees,
			format.Preset{Name: "marinecadastre", Columns: "marinecadastre: id=Name t=BaseDateTime (+01:00) x=LON y=LAT r=r, degrees", Absent: 0, Flat: 0, Repeated: 0},
		}, {
			"neutral columns come first", "MMSI,BaseDateTime,LAT,LON,id,t,x,y\n1,2020-12-31T00:00:00,42,-83,a,1,2,3\n", format.Options{},
			"id,t,x,y\na,1,2,3\n", false, format.Preset{},
		}, {
			"all columns are told", "MMSI,BaseDateTime,LAT,LON\n1,2020-12-31T00:00:00Z,42,-83\n",
			format.Options{Columns: map[string]string{"id": "MMSI", "t": "BaseDateTime", "x": "LON", "y": "LAT"}},
			"id,t,x,y\n1,2020-12-31T00:00:00Z,-83,42\n", false, format.Preset{},
		}, {
			"a preset is told", "MMSI,BaseDateTime,LAT,LON,id,t,x,y\n1,2020-12-31T00:00:00,42,-83,a,1,2,3\n", format.Options{Preset: "marinecadastre"},
			"id,t,lon,lat\n1,2020-12-31T00:00:00Z,-83,42\n", degrees,
			format.Preset{Name: "marinecadastre", Columns: "marinecadastre: id=MMSI t=BaseDateTime (UTC) x=LON y=LAT, degrees", Absent: 0, Flat: 0, Repeated: 0},
		},
	}
}

// OpenSky has state vectors: two aircraft, repeated positions, a row without a position, and one
// without a height.
const OpenSky = "time,icao24,lat,lon,velocity,heading,vertrate,callsign,onground,baroaltitude,geoaltitude,lastposupdate,lastcontact\n" +
	"1591020010,3c6444,50,8.5,200,90,0,DLH1,False,900,1000,1591020008.5,1591020009\n" +
	"1591020010,400123,51,-1,200,90,0,\"BAW 1\",False,90,99.5,1591020005,1591020009\n" +
	"1591020010,484506,,,200,90,0,,False,,,,1591020009\n" +
	"1591020020,3c6444,50,8.5,200,90,0,DLH1,False,905,1005,1591020008.5,1591020019\n" +
	"1591020020,400123,51,-1,200,90,0,BAW1,False,90,99.5,1591020005,1591020019\n" +
	"1591020030,3c6444,50,8.6,200,90,0,DLH1,False,910,1010,1591020018.5,1591020029\n" +
	"1591020030,400123,52,-1,200,90,0,BAW1,True,95,,1591020015,1591020029\n"
