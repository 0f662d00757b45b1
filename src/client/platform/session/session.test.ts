import { expect, it } from 'vitest'
import { call, openHttp } from '#local/kernel/http.ts'
import { accessCheck } from '#shared/identity/auth.contract.ts'
import { store } from '../store.ts'
import { currentSession, endSessionOf, sessionAtom } from './session.ts'

const user = { userId: 'u1', userName: 'amal', name: { en: 'Amal', ar: 'أمل' }, authority: [] } as never
const signIn = (token: string | null) =>
  store.set(sessionAtom, { signedIn: true, kind: 'pos', user, token, expiresAt: null })

/** A call that is answered 401 after `meanwhile` has happened. */
async function refused(meanwhile: () => void): Promise<void> {
  const http = openHttp({
    origin: 'http://school.test',
    identify: () => ({ schoolCode: 'a', clientId: 'a', token: currentSession().token ?? undefined }),
    fetch: async () => {
      meanwhile()
      return Response.json({ success: false, messageId: 'auth.session-expired', message: '' }, { status: 401 })
    },
    onSessionEnded: (_messageId, token) => endSessionOf(token),
  })
  await expect(call(http, accessCheck, { path: '/pos' })).rejects.toMatchObject({ messageId: 'auth.session-expired' })
}

it('ends the session that was refused', async () => {
  signIn('one')
  await refused(() => undefined)
  expect(currentSession()).toMatchObject({ signedIn: false, kind: 'pos' })
})

it('leaves the session of who has signed in since', async () => {
  signIn('one')
  await refused(() => signIn('two'))
  expect(currentSession()).toMatchObject({ signedIn: true, token: 'two' })
})

it('leaves a session by PIN, which the server never knew', async () => {
  signIn(null)
  await refused(() => undefined)
  expect(currentSession().signedIn).toBe(true)
})
