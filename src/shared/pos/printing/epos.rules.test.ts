import { describe, expect, it } from 'vitest'
import { fromBase64 } from '#shared/kernel/bytes.ts'
import { eposKick, eposPicture, readEposReply } from './epos.rules.ts'

const reply = (attributes: string) =>
  `<?xml version="1.0"?><soapenv:Envelope><soapenv:Body><response ${attributes} xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"/></soapenv:Body></soapenv:Envelope>`

describe('ePOS', () => {
  it('POS-71: carries the picture dot by dot', () => {
    const rows = Uint8Array.of(1, 2, 0xff, 0)
    const text = eposPicture({ width: 16, height: 2, rows })
    expect(text).toContain('width="16" height="2" color="color_1" mode="mono"')
    expect(fromBase64(/<image[^>]*>([^<]*)</.exec(text)?.[1] ?? '')).toEqual(rows)
    expect(text).toContain('<cut type="feed"/>')
  })

  it('opens either drawer', () => {
    expect(eposKick(0)).toContain('<pulse drawer="drawer_1" time="pulse_100"/>')
    expect(eposKick(1)).toContain('drawer_2')
  })

  it.each([
    ['success="true" code="" status="251658262"', { state: 'confirmed' }],
    ['success="false" code="EPTR_REC_EMPTY" status="0"', { state: 'queued', why: 'no-paper' }],
    ['success="false" code="EPTR_COVER_OPEN"', { state: 'queued', why: 'not-ready' }],
    ['success="false" code="EX_TIMEOUT"', { state: 'unknown', why: 'no-answer' }],
    ['code="EPTR_CUTTER"', { state: 'unknown', why: 'no-answer' }],
  ])('answers %s', (attributes, result) => expect(readEposReply(reply(attributes))).toEqual(result))

  it('an answer of something else leaves the job unknown', () =>
    expect(readEposReply('<html>success="true"</html>')).toEqual({ state: 'unknown', why: 'no-answer' }))
})
