/** Makes every screen the school's colour at once; the ten shades are mixed from it in app.css. */
export function paintBrand(hex: string): void {
  document.documentElement.style.setProperty('--brand', hex)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', hex)
}
