// chunk: students
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { moderateScore, reopenScore, studentScoring, submitScore } from '#shared/admissions/assessment.contract.ts'
import { scoringSets, setScoring } from '#shared/admissions/scoring.contract.ts'

export const readScoring = (studentId: string) => ask(studentScoring, { student_id: studentId })
export const submit = (input: z.input<typeof submitScore.body>) => ask(submitScore, input)
export const reopenAssessment = (input: z.input<typeof reopenScore.body>) => ask(reopenScore, input)
export const decideBetween = (input: z.input<typeof moderateScore.body>) => ask(moderateScore, input)
export const readSets = async () => (await ask(scoringSets, {})).sets
export const saveSet = async (input: z.input<typeof setScoring.body>) => (await ask(setScoring, input)).set
