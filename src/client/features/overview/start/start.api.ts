import { ask } from '#client/platform/http.ts'
import { changeStart, readStart, type StartPage, type StartStep } from '#shared/overview/start.contract.ts'

export const askStart = () => ask(readStart, {})
export const skipStep = (step: StartStep, isSkipped: boolean) => ask(changeStart, { start: { step, isSkipped } })
export const passPage = (passed: StartPage) => ask(changeStart, { start: { passed } })
export const closeStart = (isClosed: boolean) => ask(changeStart, { start: { isClosed } })
