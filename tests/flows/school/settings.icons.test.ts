import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setAppIcons } from '#shared/school/settings/app-icons.contract.ts'
import { end, header, pixels, pngOf, rows } from '#tests/support/checks/png-made.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox, send } from '#tests/support/server.ts'
import { setSettings } from './settings-kit.ts'

const square = (side: number): string =>
  pngOf(header(side, side), pixels(rows(side, side, () => [10, 20, 30, 255])), end).toString('base64')
const icons = { 'icon-192': square(192), 'icon-512': square(512), 'maskable-512': square(512) }

interface Icon {
  src: string
  type: string
  sizes: string
  purpose: string
}

describe.each(engines)('icons of the installed app on %s', (engine) => {
  let box: Box
  let maha: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    maha = await signInAs(box, await makeSchool(box, 'alnoor'), 'maha', ['admin'])
    await makeSchool(box, 'manara')
  })
  afterAll(() => box.close())

  const pictures = async (code = 'alnoor'): Promise<Icon[]> => {
    const { body } = await send(box.app, {}, 'get', `/branding/${code}/manifest.webmanifest`)
    return (body.icons as Icon[]).filter(({ type }) => type === 'image/png')
  }

  it('are in the manifest as pictures once they are drawn, and each is served', async () => {
    expect(await pictures()).toEqual([])
    expect((await call(box.app, maha, setAppIcons, { icons })).status).toBe(200)
    const found = await pictures()
    expect(found.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', 'any'],
      ['512x512', 'any'],
      ['512x512', 'maskable'],
    ])
    for (const { src } of found) {
      const reply = await box.app.request(src)
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(
        Buffer.from(await reply.arrayBuffer())
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG')
    }
    expect(await pictures('manara')).toEqual([])
    expect((await box.app.request('/branding/manara/icon-192.png')).status).toBe(404)
  })

  it('are left out as soon as the drawing is another one, until they are drawn again', async () => {
    await setSettings(box, maha, 'look', { brand: '#7a1f3d' })
    expect(await pictures()).toEqual([])
    expect((await box.app.request('/branding/alnoor/icon-512.png')).status).toBe(404)
    await call(box.app, maha, setAppIcons, { icons })
    expect(await pictures()).toHaveLength(3)
  })

  it('are refused in another size, and as anything but a PNG', async () => {
    const wrong = { ...icons, 'icon-192': square(100) }
    expect((await call(box.app, maha, setAppIcons, { icons: wrong })).body).toMatchObject({
      messageId: 'letter.logo-refused',
      field: 'pixels',
    })
    const none = { ...icons, 'icon-192': Buffer.from('<svg/>').toString('base64') }
    expect((await call(box.app, maha, setAppIcons, { icons: none })).body.messageId).toBe('letter.logo-refused')
  })
})
