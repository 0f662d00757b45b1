import { expect, it } from 'vitest'
import { readSchoolSettings } from '#shared/school/settings/school-settings.contract.ts'
import { schoolDetails } from '#shared/school/school.contract.ts'
import { call, openHttp } from './http.ts'

const failureOf = (answer: () => Response | Promise<Response>) =>
  call(
    openHttp({
      origin: 'http://school.test',
      identify: () => ({ schoolCode: 'a', clientId: 'a', token: undefined }),
      fetch: async () => answer(),
    }),
    schoolDetails,
    {},
  ).then(
    () => 'none',
    (error: { messageId: string }) => error.messageId,
  )

it.each([
  [
    'a refusal that we have words for',
    'server.busy',
    Response.json({ success: false, messageId: 'server.busy', message: '' }, { status: 503 }),
  ],
  [
    'a failure of a newer server',
    'server.failed',
    Response.json({ success: false, messageId: 'server.from-the-future', message: '' }, { status: 500 }),
  ],
  [
    'a refusal of a newer server',
    'student.from-the-future',
    Response.json({ success: false, messageId: 'student.from-the-future', message: '' }, { status: 409 }),
  ],
  ['the page of something in between', 'L000', new Response('<html>', { status: 502 })],
  ['no body at all', 'L000', new Response(null, { status: 500 })],
])('says of %s who has failed', async (_of, messageId, answer) => {
  expect(await failureOf(() => answer)).toBe(messageId)
})

it('says that nobody was reached where nobody was', async () => {
  expect(await failureOf(() => Promise.reject(new TypeError('the network is cut')))).toBe('L000')
})

it.each([
  ['the server', { success: false, messageId: 'auth.session-expired', message: '' }, 1],
  ['a captive portal', { login: 'https://portal.example' }, 0],
])('ends a session by a 401 of %s as often as is right', async (_who, body, times) => {
  const ended: string[] = []
  const refused = openHttp({
    origin: 'http://school.test',
    identify: () => ({ schoolCode: 'a', clientId: 'a', token: 't' }),
    fetch: async () => Response.json(body, { status: 401 }),
    onSessionEnded: (messageId) => void ended.push(messageId),
  })
  await expect(call(refused, readSchoolSettings, {})).rejects.toMatchObject({ status: 401 })
  expect(ended.length).toBe(times)
})

it('keeps the HTTP status of a refusal', async () => {
  const refused = openHttp({
    origin: 'http://school.test',
    identify: () => ({ schoolCode: 'a', clientId: 'a', token: undefined }),
    fetch: async () =>
      Response.json({ success: false, messageId: 'auth.wrong-credentials', message: '' }, { status: 401 }),
  })
  await expect(call(refused, schoolDetails, {})).rejects.toMatchObject({
    messageId: 'auth.wrong-credentials',
    status: 401,
  })
})
