import { createStore, Provider } from 'jotai'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { StudentAppointments } from '#shared/admissions/appointment.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { useInterviewMail } from './use-interview-mail.ts'

const contact = { guardian: 'Mona', email: 'mona@home.example', language: 'en' } as const

it('keeps the error of an invitation that was not mailed while its card is rendered again, until the next try, for that student alone', async () => {
  const store = createStore()
  const answers = [Promise.reject(new AppError('student.changed')), Promise.resolve({} as StudentAppointments)]
  const mail = () => answers.shift() ?? Promise.reject(new Error('asked again'))
  const drawn = (studentId: string) => {
    const held: ReturnType<typeof useInterviewMail>[] = []
    const Card = () => {
      held.push(useInterviewMail(studentId, () => undefined, mail))
      return null
    }
    renderToStaticMarkup(
      <Provider store={store}>
        <Card />
      </Provider>,
    )
    const [card] = held
    if (!card) throw new Error('was not drawn')
    return card
  }
  expect(await drawn('one').ask(contact)).toBe(false)
  expect([drawn('one').error, drawn('one').error, drawn('other').error]).toEqual([
    'student.changed',
    'student.changed',
    undefined,
  ])
  expect(await drawn('one').ask(contact)).toBe(true)
  expect(drawn('one').error).toBeUndefined()
})
