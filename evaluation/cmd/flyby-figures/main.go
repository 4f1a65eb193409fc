// Command flyby-figures draws the pictures of the docs folder, its argument: flyby.png, the two
// stories of flyby demo, and the pictures of stories.md. Run it by make figures.
package main

import (
	"context"
	"image/color"
	"log"
	"os"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"flyby/internal/atomicfile"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("flyby-figures: ")
	if len(os.Args) != 2 {
		log.Fatal("usage: flyby-figures FOLDER")
	}
	ctx := context.Background()
	galaxy, err := drawGalaxy(ctx)
	if err != nil {
		log.Fatal(err)
	}
	town, err := drawTown(ctx)
	if err != nil {
		log.Fatal(err)
	}
	if err := save(filepath.Join(os.Args[1], "flyby.png"), galaxy, town); err != nil {
		log.Fatal(err)
	}
	if err := savePictures(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

// Colours on a night sky.
func night() color.Color { return color.NRGBA{10, 14, 26, 255} }
func trail() color.Color { return color.NRGBA{150, 180, 230, 34} }
func label() color.Color { return color.NRGBA{200, 210, 230, 255} }
func first() color.Color { return color.NRGBA{255, 176, 66, 255} }
func other() color.Color { return color.NRGBA{90, 220, 220, 255} }
func place() color.Color { return color.NRGBA{255, 250, 235, 255} }

// save draws plots beside each other.
func save(path string, plots ...*plot.Plot) error {
	const side = 13 * vg.Centimeter
	canvas := vgimg.NewWith(vgimg.UseWH(side*vg.Length(len(plots)), side), vgimg.UseDPI(120), vgimg.UseBackgroundColor(night()))
	all := draw.New(canvas)
	for i, p := range plots {
		left := side * vg.Length(i)
		const margin = 4 * vg.Millimeter
		p.Draw(draw.Crop(all, left+margin, left+side-all.Max.X-margin, margin, -margin))
	}
	f, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	defer f.Abort()
	if _, err := (vgimg.PngCanvas{Canvas: canvas}).WriteTo(f); err != nil {
		return err
	}
	return f.Commit()
}

// newPlot returns an empty plot with a title.
func newPlot(title string) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = night()
	p.Title.Text = title
	p.Title.TextStyle.Color = label()
	p.Title.TextStyle.Font.Variant = "Sans"
	p.Title.TextStyle.Font.Size = vg.Points(9.5)
	p.Title.Padding = vg.Points(8)
	p.HideAxes()
	return p
}

// frame cuts a plot to a square around a place, once all is drawn.
func frame(p *plot.Plot, x, y, reach float64) {
	p.X.Min, p.X.Max = x-reach, x+reach
	p.Y.Min, p.Y.Max = y-reach, y+reach
}
