import { type StartPage, startPages, type StartState, type StartStep, startSteps } from './start.contract.ts'

/** All pages of the first steps, in their order. */
const pagesInOrder: readonly StartPage[] = startSteps.flatMap((step): readonly StartPage[] => startPages[step])

export const stepOf = (page: StartPage): StartStep =>
  startSteps.find((step) => startPages[step].some((each) => each === page)) ?? 'school'

/** Returns the page before or after this one; undefined at either end. */
export const pageBeside = (page: StartPage, by: 1 | -1): StartPage | undefined =>
  pagesInOrder[pagesInOrder.indexOf(page) + by]

/** Returns the first page of the next step; undefined after the last one. */
export const pageAfterStep = (step: StartStep): StartPage | undefined => {
  const next = startSteps[startSteps.indexOf(step) + 1]
  return next && startPages[next][0]
}

/**
 * Returns where somebody who comes back goes on: the first page of an open step that nobody has gone through. Undefined once there
 * is none; what is open then waits for something outside these pages, such as a tablet to be paired.
 */
export function openPage({ steps, passed }: Pick<StartState, 'steps' | 'passed'>): StartPage | undefined {
  const open = new Set(steps.flatMap(({ step, state }) => (state === 'open' ? [step] : [])))
  return pagesInOrder.find((page) => open.has(stepOf(page)) && !passed.includes(page))
}
