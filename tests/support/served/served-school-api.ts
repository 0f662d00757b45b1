import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { z } from 'zod'
import type { DemoStaff } from '#server/db/seed/demo-types.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { apiPrefix, type Endpoint } from '#shared/kernel/endpoint.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import { shiftReportEndpoint, type Transaction, transactionReport } from '#shared/pos/pos-report.contract.ts'
import { deviceList } from '#shared/sync/device-health.contract.ts'
import { createPairingCode, pairDevice, revokeDevice, type Till, tillList } from '#shared/sync/device.contract.ts'
import type { Served } from './served-school.ts'
import { demoSchool, signInOf } from './served-school-demo.ts'

export type SchoolApi = Awaited<ReturnType<typeof openSchoolApi>>

/** Calls the served school, past any browser. */
export const schoolAsker =
  (served: Pick<Served, 'port' | 'origin'>, schoolCode: string) =>
  async <B extends z.ZodType, R extends z.ZodType>(
    to: Endpoint<B, R>,
    input: z.input<B>,
    token = '',
    more: object = {},
  ) => {
    const isGet = to.method === 'get'
    const query = isGet ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    // By hand, because only a browser knows where `*.localhost` leads, and fetch lets nobody choose the host's name.
    const asked = request({
      host: '127.0.0.1',
      port: served.port,
      method: to.method.toUpperCase(),
      path: `${apiPrefix}${to.path}${query}`,
      headers: {
        host: new URL(served.origin(schoolCode)).host,
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...more,
      },
    }).end(isGet ? undefined : JSON.stringify(input))
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    const body = await text(response)
    if (response.statusCode !== 200) throw new Error(`${to.path} answered ${response.statusCode}: ${body}`)
    return to.reply.parse(JSON.parse(body))
  }

/** What somebody of this school, at a demo school its supervisor, sees on the server, asked past any browser. */
export async function openSchoolApi(
  served: Pick<Served, 'port' | 'origin'>,
  schoolCode: string,
  person: Pick<DemoStaff, 'userName' | 'password'> = signInOf(demoSchool(schoolCode), 'supervisor'),
) {
  const ask = schoolAsker(served, schoolCode)
  const { userName, password } = person
  const { token } = await ask(login, { userName, password })

  const devices = async () => (await ask(deviceList, {}, token)).devices
  const deviceAt = async (till: Pick<Till, 'tillId'>) =>
    (await devices()).find((device) => device.till.tillId === till.tillId && device.revokedAt === null)
  return {
    tills: async () => (await ask(tillList, {}, token)).tills,
    pairingCode: async (tillId: string) => (await ask(createPairingCode, { tillId }, token)).code,
    devices,
    deviceAt,
    /** Another tablet takes the till over and says that it is this device, which lost its storage: that raises an alert. */
    loseStorage: async (tillId: string, deviceId: DeviceId, nextSeq: number) => {
      const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
      const { code } = await ask(createPairingCode, { tillId }, token)
      const formerLife = { deviceId, installEpoch: crypto.randomUUID(), nextSeq, receiptHighWater: 0 }
      const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey)
      const publicJwk = { kty: 'EC', crv: 'P-256', x, y } as const
      return ask(pairDevice, { code, deviceId: crypto.randomUUID(), publicKey: publicJwk, formerLife })
    },
    revoke: (deviceId: DeviceId) => ask(revokeDevice, { deviceId }, token),
    /** Every row of one till, oldest first. */
    transactions: async (tillCode: string): Promise<Transaction[]> => {
      const rows: Transaction[] = []
      for (let before: string | null | undefined; before !== null; ) {
        const page: z.output<typeof transactionReport.reply> = await ask(
          transactionReport,
          { till: tillCode, ...(before ? { before } : {}) },
          token,
        )
        rows.push(...page.transactions)
        before = page.next
      }
      return rows.toReversed()
    },
    shiftReport: (shiftId: string) => ask(shiftReportEndpoint, { shiftId }, token),
  }
}
