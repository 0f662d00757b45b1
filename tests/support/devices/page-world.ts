import 'fake-indexeddb/auto'
import { vi } from 'vitest'
import { tenantAtom } from '#client/platform/session/school.atoms.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { store } from '#client/platform/store.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { password, type TestSchool } from '#tests/support/factories.ts'
import { type Box, call } from '#tests/support/server.ts'

/** What a page of the app finds around it, so that the client's own work runs here whole, against the real application. */
export interface PageWorld {
  /** While it is true, nobody answers. */
  isCut: boolean
  /** Calls that left the page, by path. */
  asked: string[]
  signIn(userName: string): Promise<void>
}

/** One browser per test file: what a page opens, it opens once. */
export function openPageWorld(box: Box, school: TestSchool): PageWorld {
  const world: PageWorld = {
    isCut: false,
    asked: [],
    signIn: async (userName) => {
      const { body } = await call(box.app, { school: school.code }, login, { userName, password })
      store.set(sessionAtom, { signedIn: true, kind: 'staff', ...SignedIn.parse(body) })
    },
  }
  vi.stubGlobal('location', new URL(`http://${school.code}.localhost/`))
  // In a page an address may begin with the path.
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: Request | string, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, location.href) : input, init)
      }
    },
  )
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('fetch', (request: Request) => {
    world.asked.push(new URL(request.url).pathname)
    return world.isCut ? Promise.reject(new TypeError('the network is cut')) : Promise.resolve(box.app.request(request))
  })
  store.set(tenantAtom, { code: school.code, state: 'open' })
  return world
}
