import { describe, expect, it } from 'vitest'
import { joinGlyphs } from './join-glyphs.ts'

const symbols =
  '<defs><symbol id="g0" overflow="visible"><path d="M 0 0m 6.3375 0 l -0.62500001 2.075 h -2.9 Z "/></symbol>' +
  '<symbol id="gA" overflow="visible"><path d="M 0 0m 1 0 v 2 Z "/></symbol></defs>'
const drawn = (body: string, defs = symbols) => `<svg><g transform="matrix(1 0 0 -1 0 9)">${body}</g>${defs}</svg>`

describe('the glyphs of a drawn letter', () => {
  it('are one path for each run of a colour, each glyph begun at its own place', () => {
    const uses =
      '<use xlink:href="#g0" fill="#111"/><use xlink:href="#gA" x="8.56250000001" fill="#111"/><use xlink:href="#g0" x="9" fill="#c00"/>'
    expect(joinGlyphs(drawn(uses))).toBe(
      '<svg><g transform="matrix(1 0 0 -1 0 9)">' +
        '<path fill="#111" d="M0 0m6.338 0l-0.625 2.075h-2.9ZM8.563 0m1 0v2Z"/>' +
        '<path fill="#c00" d="M9 0m6.338 0l-0.625 2.075h-2.9Z"/></g></svg>',
    )
  })

  it('stay as they are where one has an outline that is not relative, or none', () => {
    const absolute = drawn(
      '<use xlink:href="#g0" fill="#111"/>',
      '<defs><symbol id="g0" overflow="visible"><path d="M 0 0L 1 1 Z "/></symbol></defs>',
    )
    expect(joinGlyphs(absolute)).toBe(absolute)
    const unknown = drawn('<use xlink:href="#g0" fill="#111"/><use xlink:href="#g7" x="3" fill="#111"/>')
    expect(joinGlyphs(unknown)).toBe(unknown)
  })
})
