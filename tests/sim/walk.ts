import { historyOf, shrink } from './history.ts'
import { type History, runHistory } from './run-history.ts'

/** What became of the history of one seed. */
export interface Walked {
  seed: number
  operations: number
  requests: number
  events: number
  refusals: number
  met: [string, number][]
  /** How it failed, with the smallest history that does so too. */
  failure: string | undefined
}

/** One failure made small is worth more than ten in a hurry: what fails after these is only named. */
let toShrink = 2

/** Lives through the history of a seed; a failing one is made small and told whole. */
export async function walk(seed: number): Promise<Walked> {
  const history = historyOf(seed)
  try {
    const { met, operations, requests, events, refusals } = await quickly(() => runHistory(history))
    return { seed, operations, requests, events, refusals, met: [...met], failure: undefined }
  } catch (error) {
    const failure = await tell(seed, error as Error)
    return { seed, operations: 0, requests: 0, events: 0, refusals: 0, met: [], failure }
  }
}

/**
 * Every abort makes an error, and its stack is half of the cost of a history. What nobody catches in it counts as its
 * failure.
 */
async function quickly<T>(work: () => Promise<T>): Promise<T> {
  const { stackTraceLimit } = Error
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  Error.stackTraceLimit = 0
  process.on('unhandledRejection', note)
  try {
    const done = await work()
    if (uncaught.length > 0) throw uncaught[0]
    return done
  } finally {
    process.off('unhandledRejection', note)
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** The first word of a broken promise, I1 to I6 or L, or the name of another error. */
const kindOf = (error: Error) => /^(I\d|L): /.exec(error.message)?.[1] ?? error.name

async function tell(seed: number, error: Error): Promise<string> {
  const kind = kindOf(error)
  toShrink -= 1
  if (toShrink < 0) return `seed ${seed}: ${error.message.split('\n')[0]}`
  const small = await shrink(seed, async (history) => (await failureOf(history))?.startsWith(kind) === true)
  return [
    `seed ${seed}: ${error.message.split('\n')[0]}`,
    `smallest history that breaks ${kind}: ${await failureOf(small)}`,
    `  seed ${small.seed}, ${small.devices} devices`,
    ...small.steps.map((step) => `  ${JSON.stringify(step)}`),
  ].join('\n')
}

/** How a history fails, in one line; undefined when it does not. */
export async function failureOf(history: History): Promise<string | undefined> {
  try {
    await quickly(() => runHistory(history))
    return undefined
  } catch (error) {
    return `${kindOf(error as Error)}: ${(error as Error).message.split('\n')[0]}`
  }
}
