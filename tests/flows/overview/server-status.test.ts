import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BackupResult, recordBackup } from '#server/features/school/copies/backup-copy.service.ts'
import { certificateWatch } from '#server/node/certificate/certificate-watch.ts'
import { readServerStatus } from '#shared/overview/server-status.contract.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('the status of the server on %s', (engine) => {
  let box: Box
  let asIt: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    const school = await makeSchool(box, 'alnoor')
    asIt = await signInAs(box, school, 'salem', ['it'])
  })
  afterAll(() => box.close())

  const read = async () => readServerStatus.reply.parse((await call(box.app, asIt, readServerStatus)).body).status
  const back = (ms: number) => toInstant(box.clock.nowMs() - ms)
  const record = (more: Partial<BackupResult>) =>
    recordBackup(box.deps.db, {
      id: randomUUID(),
      startedAt: back(2000),
      endedAt: back(1000),
      dataAsOf: back(2000),
      verifiedAt: back(1000),
      target: 'folder',
      bytes: 5 * 2 ** 20,
      rows: 100,
      hasKeys: true,
      failure: null,
      ...more,
    })

  it('OPS-35 says that there is no copy, how old the newest verified one is, and that the last backup failed', async () => {
    expect((await read()).certificate).toBeNull()
    expect((await read()).copies).toMatchObject({
      alert: 'backup-none',
      verified: null,
      last: null,
      isScheduled: false,
    })
    const old = back(27 * 3_600_000)
    await record({ dataAsOf: old, startedAt: old, endedAt: old, verifiedAt: old })
    expect((await read()).copies).toMatchObject({ alert: 'backup-old', verified: { dataAsOf: old } })
    await record({})
    const { copies, database, devices, mails } = await read()
    expect(copies).toMatchObject({ alert: null, verified: { dataAsOf: back(2000), target: 'folder', hasKeys: true } })
    expect({ kind: database.kind, devices, mails }).toEqual({
      kind: engine,
      devices: { total: 0, unsent: 0, unsentOperations: 0, longestSilentSince: null, list: [] },
      mails: { waiting: 0, oldest: null },
    })
    expect(database.bytes).toBeGreaterThan(2 ** 20)
    await record({ dataAsOf: null, verifiedAt: null, failure: 'disk-full', endedAt: back(0) })
    const failed = (await read()).copies
    expect(failed).toMatchObject({ alert: 'backup-failed', last: { failure: 'disk-full' } })
    // What was verified before still counts as the newest copy.
    expect(failed.verified?.target).toBe('folder')
  })

  it('tells of the certificate of the public address, also where the server can not reach it', async () => {
    box.deps.certificate = certificateWatch({ publicUrl: 'https://localhost:1', clock: box.clock })
    expect((await read()).certificate).toEqual({
      host: 'localhost:1',
      state: 'unreachable',
      until: null,
      checkedAt: toInstant(box.clock.nowMs()),
    })
  })
})
