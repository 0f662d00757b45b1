import { expect, it } from 'vitest'
import { cleanSvg } from './school-logo.service.ts'

const svg = (inside: string, more = 'viewBox="0 0 10 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${more}>${inside}</svg>`

it('keeps what draws, and drops what an editor notes about itself', () => {
  const source = `<?xml version="1.0"?><!-- made by hand -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org" width="20" height="10px" inkscape:version="1">
  <metadata><rdf:RDF><cc:Work>Hind</cc:Work></rdf:RDF></metadata>
  <style>.a{fill:url(#g)}/* note */</style>
  <defs><linearGradient id="f"><stop offset="0" stop-color="#fff"/></linearGradient><linearGradient id="g" xlink:href="#f"/></defs>
  <g inkscape:label="x" transform="scale(2)"><path class="a" d="M0 0h5z" style="opacity:.5"/><text x="1" y="2">A &amp; B</text></g>
</svg>`
  const clean = cleanSvg(source)
  expect(clean).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 20 10" width="20"/)
  expect(clean).toContain('<linearGradient id="g" href="#f"/>')
  expect(clean).toContain('<path class="a" d="M0 0h5z" style="opacity:.5"/><text x="1" y="2">A &amp; B</text>')
  expect(clean).not.toMatch(/inkscape|metadata|Hind|note|made by hand/)
  expect(cleanSvg(clean)).toBe(clean)
})

it.each([
  '<script>alert(1)</script>',
  '<SCRIPT href="https://evil.example"/>',
  '<rect onload="alert(1)"/>',
  '<foreignObject><p>hi</p></foreignObject>',
  '<image href="https://evil.example/a.png"/>',
  '<use href="#a"/>',
  '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
  '<animate attributeName="href"/>',
  '<linearGradient href="https://evil.example#a"/>',
  '<rect fill="url(https://evil.example)"/>',
  '<rect style="background:u&#114;l(https://evil.example)"/>',
  '<style>@import "https://evil.example"</style>',
  '<style>a{b:\\75rl(x)}</style>',
  '<![CDATA[<script/>]]>',
  '<!ENTITY a "b">',
])('refuses what could run, load or link: %s', (inside) => {
  expect(() => cleanSvg(svg(inside))).toThrow('unsafe')
})

it.each([
  ['an entity bomb', '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"></svg>', 'unsafe'],
  ['too much text', svg('x'.repeat(200_001)), 'bytes'],
  ['too many elements', svg('<path/>'.repeat(5001)), 'bytes'],
  ['too deep', svg('<g>'.repeat(60) + '</g>'.repeat(60)), 'bytes'],
  ['no coordinates', svg('', ''), 'broken'],
  ['an open element', svg('<g>'), 'broken'],
  ['crossed elements', svg('<g><text></g></text>'), 'broken'],
  ['two roots', svg('') + svg(''), 'broken'],
  ['a page', '<html><body/></html>', 'broken'],
  ['text alone', 'logo', 'broken'],
  ['nothing', '', 'broken'],
])('refuses %s', (_, text, reason) => {
  expect(() => cleanSvg(text)).toThrow(reason)
})
