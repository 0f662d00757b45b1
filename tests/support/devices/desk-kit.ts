import { type DeskOutbox, openDeskOutbox } from '#local/admissions/desk-outbox.ts'
import { type DeskCalls, deskBatchOps, deskLockName, deskTransport } from '#local/admissions/desk-sending.ts'
import { call as callOver, openHttp } from '#local/kernel/http.ts'
import type { Surroundings } from '#local/kernel/ports.ts'
import { drainWhenFree } from '#local/outbox/drain-once.ts'
import { type CashReceipt, takeCash } from '#shared/admissions/desk-cash.contract.ts'
import { type FeeReceipt, recordFeePayment } from '#shared/fees/fee-payment.contract.ts'
import { takeDeskTopUp } from '#shared/pos/top-ups/desk-top-up.contract.ts'
import { studentUpdate } from '#shared/admissions/student-file.contract.ts'
import { AppError, isMessageId } from '#shared/kernel/errors.ts'
import { addNote, addTask } from '#shared/students/student-notes.contract.ts'
import { readServerState } from '#shared/sync/server-state.contract.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'
import type { Wire } from './device-kit.ts'
import { openTestWorld, type TestDeviceWorld } from './test-surroundings.ts'

/** One tab of a person's desk; it sends when a test says so. */
export interface DeskTab extends DeskOutbox {
  /** One attempt at all that is due. */
  send(calls: DeskCalls): ReturnType<typeof drainWhenFree>
}

interface Place {
  /** In the server's own time. */
  clock: Surroundings['clock']
  /** The browser; tabs of different ones share the storage and nothing else, as when the lead was taken by force. */
  world?: TestDeviceWorld
}

let seed = 0

export function deskSurroundings({ clock, world = openTestWorld((seed += 1)) }: Place): Surroundings {
  return { ...world.openTab().surroundings, clock }
}

export async function openDeskTab(school: string, userId: string, place: Place): Promise<DeskTab> {
  const surroundings = deskSurroundings(place)
  const desk = await openDeskOutbox(school, userId, surroundings)
  const lockName = deskLockName(school, userId)
  const { store } = desk
  const send = (calls: DeskCalls) =>
    drainWhenFree({
      ...surroundings,
      store,
      transport: deskTransport(desk, calls),
      batchOps: deskBatchOps,
      lockName,
    })
  return { ...desk, send }
}

/** The server, as the page of this person asks it. */
export function onlineDesk(box: Box, caller: Caller & { userId: string }): DeskCalls {
  const asked = async (
    to:
      | typeof studentUpdate
      | typeof takeCash
      | typeof recordFeePayment
      | typeof takeDeskTopUp
      | typeof addNote
      | typeof addTask,
    input: object,
  ) => {
    const { status, body } = await call(box.app, caller, to, input)
    const id = String(body['messageId'])
    if (status !== 200) throw new AppError(isMessageId(id) ? id : 'L000')
    return body
  }
  return {
    signedIn: () => caller.userId,
    decide: (decision) => asked(studentUpdate, decision),
    book: async (operation) => ({ receipt: (await asked(takeCash, operation))['receipt'] as CashReceipt }),
    bookFees: async (operation) => ({ receipt: (await asked(recordFeePayment, operation))['receipt'] as FeeReceipt }),
    bookTopUp: async (operation) => ({
      movement: takeDeskTopUp.reply.parse(await asked(takeDeskTopUp, operation)).movement,
    }),
    write: (writing) => asked(writing.kind === 'note' ? addNote : addTask, writing.asked),
    serverState: async () => readServerState.reply.parse((await call(box.app, caller, readServerState)).body),
  }
}

/** The server takes it, and its answer never comes. */
export const answerLost = ({
  signedIn,
  decide,
  book,
  bookFees,
  bookTopUp,
  write,
  serverState,
}: DeskCalls): DeskCalls => ({
  signedIn,
  decide: (asked) => decide(asked).then(neverCame),
  book: (operation) => book(operation).then(neverCame),
  bookFees: (operation) => bookFees(operation).then(neverCame),
  bookTopUp: (operation) => bookTopUp(operation).then(neverCame),
  write: (writing) => write(writing).then(neverCame),
  serverState,
})

/** Nobody answers. */
export const nobodyAnswers = (userId: string): DeskCalls => ({
  signedIn: () => userId,
  decide: async () => neverCame(),
  book: async () => neverCame(),
  bookFees: async () => neverCame(),
  bookTopUp: async () => neverCame(),
  write: async () => neverCame(),
  serverState: async () => neverCame(),
})

function neverCame(): never {
  throw new AppError('L000')
}

/** To be asked nothing at all. */
export function mustNotAsk(userId: string): DeskCalls {
  const asked = () => Promise.reject(new Error('asked'))
  const calls = { decide: asked, book: asked, bookFees: asked, bookTopUp: asked, write: asked, serverState: asked }
  return { signedIn: () => userId, ...calls }
}

/** The server, as the page asks it over this wire, in the session of the person who is signed in when it asks. */
export function deskOver(
  wire: Wire,
  school: string,
  signedIn: () => { userId: string; token?: string } | undefined,
): DeskCalls {
  const http = openHttp({
    origin: 'http://localhost',
    identify: () => ({ schoolCode: school, clientId: school, token: signedIn()?.token }),
    fetch: (input, init) => wire(new Request(input, init)),
  })
  return {
    signedIn: () => signedIn()?.userId,
    decide: (asked) => callOver(http, studentUpdate, asked),
    book: (operation) => callOver(http, takeCash, operation),
    bookFees: (operation) => callOver(http, recordFeePayment, operation),
    bookTopUp: (operation) => callOver(http, takeDeskTopUp, operation),
    write: (writing) =>
      writing.kind === 'note' ? callOver(http, addNote, writing.asked) : callOver(http, addTask, writing.asked),
    serverState: () => callOver(http, readServerState, {}),
  }
}
