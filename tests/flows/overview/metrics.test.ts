import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { retried } from '#server/kernel/retry.ts'
import { readServerFigures } from '#server/features/overview/status/server-figures.service.ts'
import { listenForMetrics } from '#server/node/metrics/metrics-listener.ts'
import { openMetrics } from '#server/node/metrics/prometheus.ts'
import { createApp } from '#server/app.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { deviceList } from '#shared/sync/device-health.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Canteen, hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { signInAs } from '#tests/support/records/consent-kit.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('metrics of the server, on %s', (engine) => {
  let box: Box
  let canteen: Canteen
  let url: string
  let close: () => Promise<void>
  const metrics = openMetrics({ release: 'r-1', dataDir: '.', nowMs: () => Date.now() })

  beforeAll(async () => {
    box = await openBox(engine)
    box.deps.metrics = metrics
    box.app = createApp(box.deps)
    canteen = await openCanteen(box, 'alnoor')
    const read = () => readServerFigures(box.deps)
    const listening = await listenForMetrics(metrics, read, { port: 0, address: '127.0.0.1' })
    url = `http://127.0.0.1:${listening.port}`
    close = () => listening.stop(100)
  })
  afterAll(async () => {
    await close()
    await box.close()
  })

  it('OPS-34: count calls, operations and devices, and name no school, person or token', async () => {
    const keeper = await signInAs(box, canteen.school, 'hind', ['it'])
    await call(box.app, { school: 'alnoor' }, login, { userName: 'hind', password: 'wrong' })
    await call(box.app, keeper, deviceList)
    const till = new TillOps(await pairDevice(canteen))
    await hand(till.device, till.batch([till.openShift(), till.sale()]))
    const reply = await fetch(`${url}/metrics`)
    const text = await reply.text()
    expect(reply.headers.get('content-type')).toContain('text/plain')
    expect(text).toContain('bawaba_sync_ops_total{outcome="applied"} 2')
    expect(text).toMatch(/bawaba_http_request_seconds_count\{route="[^"]*login[^"]*",outcome="refused"\} 1/)
    expect(text).toContain('bawaba_devices{state="active"} 1')
    expect(text).toContain('bawaba_release_info{release="r-1"} 1')
    expect(text).toMatch(/^bawaba_mail_oldest_seconds\{class="urgent"\} \d/m)
    expect(text).toMatch(/^bawaba_db_pool_waiting \d/m)
    expect(text).not.toMatch(/^bawaba_backup_verified_age_seconds \d/m)
    expect(text).not.toMatch(/^bawaba_cert_expires_seconds/m)
    for (const secret of ['alnoor', 'hind', canteen.school.schoolId, keeper.token ?? '', till.device.tillCode])
      expect(text).not.toContain(secret)
  })

  it('OPS-34: count the schools that work is due at, letters, and what waits longest, by kind and class', async () => {
    const { schoolId } = canteen.school
    await box.db.owner.execute(sql`
      insert into due_work (school_id, kind, due_at) values (${schoolId}, 'patterns', now() - interval '1 day')`)
    retried.set('40P01', 3)
    const figures = await readServerFigures(box.deps)
    expect(figures).toMatchObject({ poolWaiting: 0, mails: { waiting: 0, oldestUrgentSeconds: null } })
    expect(figures.jobsDue.get('patterns')).toBe(1)
    const now = openMetrics({ release: 'r-2', dataDir: '.', nowMs: () => 0 })
    now.countTypesetting(0.02)
    const text = await now.text(() => Promise.resolve(figures))
    expect(text).toContain('bawaba_jobs_due{kind="patterns"} 1')
    expect(text).toContain('bawaba_db_retries_total{state="40P01"} 3')
    expect(text).toContain('bawaba_typeset_seconds_count 1')
  })

  it('OPS-34: are not on the port that schools reach', async () => {
    const reply = await box.app.request('http://alnoor.localhost/metrics')
    expect(await reply.text()).not.toContain('bawaba_')
    expect((await fetch(`${url}/api/anything`)).status).toBe(404)
  })
})
