import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { setUpSchool } from '#shared/identity/setup.contract.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { schoolDetails } from '#shared/school/school.contract.ts'

const school = {
  code: 'pearl',
  name: { en: 'Pearl School', ar: 'مدرسة اللؤلؤة' },
  country: 'QA',
  currency: 'QAR',
  timeZone: 'Asia/Qatar',
  language: 'en',
}
const administrator = { name: { en: 'Noor', ar: 'نور' }, email: 'noor@school.example', language: 'en' }

/** Waits for the set-up link, which is printed a moment after the server answers. */
async function findToken(printed: () => Promise<string>): Promise<string> {
  for (let tries = 0; tries < 60; tries += 1) {
    const token = [...(await printed()).matchAll(/\/setup#token=([\w-]{43})/g)].at(-1)?.[1]
    if (token !== undefined) return token
    await pause(1000)
  }
  throw new Error('the server has printed no set-up link')
}

/** Creates a school as the page of the set-up link does. @param printed what the server has printed by now */
export async function createFirstSchool(origin: string, printed: () => Promise<string>): Promise<void> {
  const token = await findToken(printed)
  const reply = await fetch(origin + apiPrefix + setUpSchool.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, school, administrator }),
  })
  const said = await reply.text()
  if (!said.includes('"made":true')) throw new Error(`no school was created: ${reply.status} ${said}`)
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
