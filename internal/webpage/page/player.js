// The slider and the button that replay what is chosen. Nothing moves unless the button is pressed.

const replay = 8000; // milliseconds that a replay takes

class Player {
  constructor(slider, button, output) {
    Object.assign(this, { slider, button, output, frame: 0 });
    slider.addEventListener("input", () => {
      this.stop();
      this.show();
    });
    button.addEventListener("click", () => (this.frame ? this.stop() : this.play()));
  }

  // load begins another replay, at the offset 0. shown are called with the time.
  load([from, until], shown, text) {
    this.stop();
    Object.assign(this, { from, until, shown, text });
    this.at(0);
  }

  at(t) {
    this.slider.value = (t - this.from) / (this.until - this.from) * this.slider.max;
    this.tell(t);
  }

  // show shows the time of the slider.
  show() {
    this.tell(this.from + (this.until - this.from) * this.slider.value / this.slider.max);
  }

  tell(t) {
    for (const show of this.shown) show(t);
    this.output.textContent = this.text(t);
    this.slider.setAttribute("aria-valuetext", this.output.textContent);
  }

  play() {
    const begun = performance.now(), first = Number(this.slider.value) >= Number(this.slider.max) ? 0 : this.slider.value / this.slider.max;
    this.button.textContent = "Pause";
    const next = (now) => {
      const share = first + Math.max(now - begun, 0) / replay;
      this.at(this.from + (this.until - this.from) * Math.min(share, 1));
      if (share < 1) this.frame = requestAnimationFrame(next); else this.stop();
    };
    this.frame = requestAnimationFrame(next);
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.button.textContent = "Play";
  }
}
