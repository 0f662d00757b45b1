import { test as base, type Page } from '@playwright/test'
import { watch } from '#tests/support/checks/csp.ts'
import { type FaceSite, serveFaces } from '#tests/support/faces/face-site.ts'
import { FakeCamera } from '#tests/support/faces/fake-camera.ts'

export { expect } from '@playwright/test'

interface Stage {
  page: Page
  camera: FakeCamera
}

/** A page with the recogniser and a camera that a test directs; what the page does wrong fails the test at its end. */
export const test = base.extend<{ stage: Stage }, { site: FaceSite }>({
  site: [
    async ({ browserName: _browserName }, provide) => {
      const site = await serveFaces()
      await provide(site)
      await site.remove()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  stage: async ({ context, page, site }, provide) => {
    const seen = await watch(context)
    const camera = await FakeCamera.install(page)
    await page.goto(site.origin)
    await provide({ page, camera })
    base.expect(seen).toEqual({ violations: [], errors: [] })
  },
})
