import type { z } from 'zod'
import { login } from '#tests/support/checks/plain-login.ts'
import { apiPrefix, type Endpoint } from '#shared/kernel/endpoint.ts'
import { OpId } from '#shared/kernel/fields.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { seal } from '#shared/kernel/seal.ts'
import { type Clock, toInstant } from '#shared/kernel/time.ts'
import { faceSealBinding } from '#shared/recognition/face-seal.rules.ts'
import { templatesToBytes } from '#shared/recognition/face-bytes.rules.ts'
import { pullGallery } from '#shared/recognition/face-gallery.contract.ts'
import { facePipeline } from '#shared/recognition/face-template.rules.ts'
import { pairDevice } from '#shared/sync/device.contract.ts'
import { pushOps } from '#shared/sync/sync.contract.ts'
import { makeTablet, signatureHeaders } from '#tests/support/factories.ts'
import type { PairedDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import type { Served } from '#tests/support/served/served-school.ts'
import { openSchoolApi, schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'

const clock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() }

/** A paired tablet of a served school that registers faces, past any browser and any camera. */
export async function openFaceTablet(served: Served, code: string, tillCode: string) {
  const ask = schoolAsker(served, code)
  const api = await openSchoolApi(served, code)
  const till = (await api.tills()).find((each) => each.tillCode === tillCode)
  if (!till) throw new Error(`${code} has no till ${tillCode}`)
  const tablet = await makeTablet()
  const { deviceId, publicKey } = tablet
  await ask(pairDevice, { code: await api.pairingCode(till.tillId), deviceId, publicKey })
  const { userName, password } = signInOf(demoSchool(code), 'supervisor')
  const { userId } = (await ask(login, { userName, password })).user

  const signed = async <B extends z.ZodType, R extends z.ZodType>(to: Endpoint<B, R>, input: z.input<B>) => {
    const headers = await signatureHeaders(tablet, to.method, apiPrefix + to.path, JSON.stringify(input), clock.nowMs())
    return ask(to, input, '', headers)
  }
  // Of the in-process school that it is made for, a till that makes operations uses the clock and a person.
  const ops = new TillOps({ tablet, canteen: { box: { clock }, cashier: userId } } as unknown as PairedDevice)
  const pull = (held: { version: number; count: number }) =>
    signed(pullGallery, { deviceId, installEpoch: ops.installEpoch, cursors: {}, held: { ...held, lists: null } })

  return {
    till,
    /** Asks for the faces, saying what is on the tablet. */
    pull,
    register: async (customerId: CustomerId, templates: readonly Float32Array[]) => {
      const { sealKey } = (await pull({ version: 0, count: 0 })).settings
      if (!sealKey) throw new Error('faces are off')
      const id = OpId.parse(ops.newId())
      const binding = faceSealBinding({ school: code, customerId, id, pipeline: facePipeline })
      const sealed = await seal(sealKey, templatesToBytes(templates), binding)
      const by = { kind: 'staff' as const, userId }
      const of = { id, customerId, pipeline: facePipeline, sealed, count: templates.length, by, source: 'camera' }
      const op = ops.op('face.enrol', { ...of, capturedAt: toInstant(clock.nowMs()) }, { opId: id })
      const [verdict] = (await signed(pushOps, ops.batch([op]))).results
      if (verdict?.outcome !== 'applied' || verdict.flags?.length) throw new Error(JSON.stringify(verdict))
    },
  }
}
