// chunk: account
import i18next from 'i18next'
import { loadWords } from '#client/i18n/i18n.ts'
import { type Refused, refusedBecause } from '#client/platform/refused.ts'
import { machineClock } from '#local/kernel/machine.ts'
import type { CodeSent } from '#shared/identity/account.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { accountCalls } from './account.api.ts'

export type Outcome<T> = { answer: T; refused?: never } | { answer?: never; refused: Refused }

/** Asks the server and waits; whatever goes wrong is an answer too. */
export async function attempt<T>(work: (calls: typeof accountCalls) => Promise<T>): Promise<Outcome<T>> {
  try {
    const { accountCalls } = await import('./account.api.ts')
    return { answer: await work(accountCalls) }
  } catch (error) {
    await loadWords('errors')
    return { refused: refusedBecause(error) }
  }
}

/** A mail is written in the language of the page that asks for it. */
export const pageLanguage = (): Language => (i18next.language === 'ar' ? 'ar' : 'en')

/** A page that waits for the code of a mail, and from when on it may ask for another one, by this device's clock. */
export interface WaitingPage {
  email: string
  ticket: string
  resendAtMs: number
}

declare module '@tanstack/history' {
  /**
   * What an account page hands to the next one, in the entry of the browser's history: a reload keeps it, no address shows
   * it, no server and no storage gets it.
   */
  interface HistoryState {
    waiting?: WaitingPage
    /** What was typed on the page before. */
    email?: string
  }
}

export const waitingPage = (email: string, { ticket, resendAfterMs }: CodeSent): WaitingPage => ({
  email,
  ticket,
  resendAtMs: machineClock.nowMs() + resendAfterMs,
})
