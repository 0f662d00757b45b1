import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordBackup } from '#server/features/school/copies/backup-copy.service.ts'
import type { OutgoingMail } from '#server/kernel/outside/mailer.ts'
import { BackupWatch } from '#server/node/copies/schedule.ts'
import { readSettings } from '#server/node/settings.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const hourMs = 3_600_000
const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'
const never = new AbortController().signal

describe('copies on a schedule', () => {
  let box: Box
  let mails: OutgoingMail[]
  let outcomes: boolean[]
  let runs: number
  let watch: BackupWatch

  beforeEach(async () => {
    box = await openBox('pglite')
    mails = []
    outcomes = []
    runs = 0
    const { backup } = readSettings({
      BACKUP_TO: '/nowhere',
      BACKUP_RECIPIENTS: recipient,
      BACKUP_AT: '00:00,06:00,12:00,18:00',
      ALERT_EMAILS: 'it@alnoor.example',
    })
    const deps = { ...box.deps, mailer: { send: async (mail: OutgoingMail) => void mails.push(mail) } }
    watch = new BackupWatch(deps, backup, async () => {
      runs += 1
      const succeeds = outcomes.shift() ?? true
      if (succeeds) await record(null)
      return succeeds
    })
  })
  afterEach(() => box.close())

  const record = (failure: string | null) => {
    const now = toInstant(box.clock.nowMs())
    const verified = failure === null ? now : null
    return recordBackup(box.deps.db, {
      id: randomUUID(),
      startedAt: now,
      endedAt: now,
      dataAsOf: verified,
      verifiedAt: verified,
      target: 'folder',
      bytes: null,
      rows: null,
      hasKeys: false,
      failure,
    })
  }
  const roundAfter = async (hours: number) => {
    box.clock.advance(hours * hourMs)
    await watch.round(never)
  }

  it('makes one when it is due, also one that was missed, and none before the next', async () => {
    await roundAfter(0)
    expect(runs).toBe(1)
    await roundAfter(0.01)
    expect(runs).toBe(1)
    await roundAfter(6)
    expect(runs).toBe(2)
    await roundAfter(40)
    expect(runs).toBe(3)
    expect(mails).toEqual([])
  })

  it('OPS-35 mails once when a copy fails, tries again after an hour, and mails once when it is over', async () => {
    outcomes = [false, false, true]
    await roundAfter(0)
    await roundAfter(0.1)
    expect(runs).toBe(1)
    await roundAfter(1)
    expect(runs).toBe(2)
    expect(mails.map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: 'it@alnoor.example', subject: 'The last backup failed · فشل آخر نسخ احتياطي' },
    ])
    await roundAfter(1)
    await roundAfter(0.1)
    expect(runs).toBe(3)
    expect(mails.map(({ subject }) => subject).slice(1)).toEqual(['Backups work again · عاد النسخ الاحتياطي إلى العمل'])
  })

  it('mails again in the next round where the mail did not leave', async () => {
    const refused = { ...box.deps, mailer: { send: () => Promise.reject(new Error('no route')) } }
    const { backup } = readSettings({
      BACKUP_TO: '/x',
      BACKUP_RECIPIENTS: recipient,
      BACKUP_AT: '00:00',
      ALERT_EMAILS: 'it@alnoor.example',
    })
    const failing = new BackupWatch(refused, backup, async () => false)
    await expect(failing.round(never)).rejects.toThrow('no route')
    outcomes = [false]
    await watch.round(never)
    expect(mails).toHaveLength(1)
  })
})
