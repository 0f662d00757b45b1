import { openDeskOutbox } from '#local/admissions/desk-outbox.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { browserSurroundings } from '#local/kernel/surroundings.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { percentile } from '#tests/bench/figure.ts'

export interface ReceiptRound {
  receiptMs: number
  rawMs: number
}

declare global {
  /** `count` receipts for cash saved at a desk and as many raw strict puts of the same size; 95th percentiles. */
  var benchReceipts: (count: number) => Promise<ReceiptRound>
}

const userId = uuidv7(machineClock.nowMs(), machineRandom)
const desk = await openDeskOutbox('bench', userId, browserSurroundings('bench', `desk-${userId}`))
const paper = {
  payer: { en: 'A Payer', ar: 'دافع' },
  children: [{ en: 'A Child', ar: 'طفل' }],
  cashier: { en: 'A Cashier', ar: 'محاسب' },
}

async function takeOne(): Promise<void> {
  const opId = OpId.parse(uuidv7(machineClock.nowMs(), machineRandom))
  const money = { amount: minor(150_000), currency: 'QAR', receivedOn: '2030-03-03', reference: '' } as const
  const of = { payerId: userId, studentId: null, wished: [] }
  await desk.takeFeeCash({ operation: { ...money, ...of, opId, method: 'cash', paysFor: 'fees' }, paper })
}

const raw = await new Promise<IDBDatabase>((resolve, reject) => {
  const request = indexedDB.open(`raw-${crypto.randomUUID()}`, 1)
  request.onupgradeneeded = () => request.result.createObjectStore('ops', { keyPath: 'opId' })
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error ?? new Error('open failed'))
})

const putRaw = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const transaction = raw.transaction('ops', 'readwrite', { durability: 'strict' })
    transaction.objectStore('ops').put({ opId: crypto.randomUUID(), paper, body: new Uint8Array(600) })
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('put failed'))
  })

async function p95(count: number, work: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let no = 0; no < count; no += 1) {
    const before = performance.now()
    await work()
    times.push(performance.now() - before)
  }
  return percentile(times, 0.95)
}

globalThis.benchReceipts = async (count) => ({
  rawMs: await p95(count, putRaw),
  receiptMs: await p95(count, takeOne),
})
