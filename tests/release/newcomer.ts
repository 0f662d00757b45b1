import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { setUpSchool } from '#shared/identity/setup.contract.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { schoolDetails } from '#shared/school/school.contract.ts'

export const school = {
  code: 'pearl',
  name: { en: 'Pearl School', ar: 'مدرسة اللؤلؤة' },
  country: 'KW',
  currency: 'KWD',
  timeZone: 'Asia/Kuwait',
  language: 'en',
}
export const administrator = { name: { en: 'Noor', ar: 'نور' }, email: 'noor@school.example', language: 'en' }

/** Waits for the set-up link, which is printed a moment after the server answers. */
async function findToken(printed: () => Promise<string>): Promise<string> {
  for (let tries = 0; tries < 60; tries += 1) {
    const token = [...(await printed()).matchAll(/\/setup#token=([\w-]{43})/g)].at(-1)?.[1]
    if (token !== undefined) return token
    await pause(1000)
  }
  throw new Error('the server has printed no set-up link')
}

/**
 * Creates a school as the page of the set-up link does.
 * @param printed what the server has printed by now
 * @returns where the administrator chooses a password
 */
export async function createFirstSchool(origin: string, printed: () => Promise<string>): Promise<string> {
  const token = await findToken(printed)
  const reply = await fetch(origin + apiPrefix + setUpSchool.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, school, administrator }),
  })
  const said = await reply.text()
  if (!said.includes('"made":true')) throw new Error(`no school was created: ${reply.status} ${said}`)
  const made = setUpSchool.reply.parse(JSON.parse(said))
  if (!made.made || made.link === null) throw new Error('the administrator got no link')
  return made.link
}

/** Returns whether the school answers at its own address. */
export function hasSchool(origin: string): Promise<boolean> {
  const { hostname, port } = new URL(origin)
  const headers = { host: `${school.code}.localhost:${port}` }
  return new Promise((resolve, reject) => {
    get({ hostname, port, path: apiPrefix + schoolDetails.path, headers }, (reply) => {
      reply.resume()
      resolve(reply.statusCode === 200)
    }).once('error', reject)
  })
}

/** Waits until the server of a machine answers. @returns the milliseconds that took */
export async function untilReady(origin: string): Promise<number> {
  const since = performance.now()
  for (;;) {
    const answers = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answers) return performance.now() - since
    if (performance.now() - since > 300_000) throw new Error('the server did not get ready')
    await pause(50)
  }
}
