// chunk: fees
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import {
  automateReminders,
  childNotices,
  endHold,
  feeReminders,
  holdReminders,
} from '#shared/fees/reminders/reminder.contract.ts'
import {
  reminderRuns,
  resumeReminders,
  startReminders,
  stopReminders,
} from '#shared/fees/reminders/reminder-run.contract.ts'
import type { OpId } from '#shared/kernel/fields.ts'

export const listRuns = async () => (await ask(reminderRuns, {})).runs
export const startRun = async (runId: OpId) => (await ask(startReminders, { newRunId: runId })).run
export const stopRun = async (runId: string) => (await ask(stopReminders, { runId })).run
export const resumeRun = async (runId: string) => (await ask(resumeReminders, { runId })).run
export const listReminders = () => ask(feeReminders, {})
export const automate = (isAutomatic: boolean) => ask(automateReminders, { isAutomatic })
export const addHold = (asked: z.input<typeof holdReminders.body>) => ask(holdReminders, asked)
export const removeHold = (holdId: string) => ask(endHold, { holdId })
export const readNotices = (number: string) => ask(childNotices, { number })
