import { describe, expect, it } from 'vitest'
import { withRetries } from './retry.ts'

const lost = (code: string) => Object.assign(new Error('lost'), { code })

/** A transaction that loses `times` before it succeeds, and how often it ran. */
function losing(times: number, code = '40001') {
  const ran = { count: 0 }
  const transaction = async () => {
    ran.count += 1
    if (ran.count <= times) throw lost(code)
    return 'committed'
  }
  return { ran, transaction }
}

describe('a transaction that loses against another', () => {
  it.each(['40001', '40P01'])('runs again up to five times after %s', async (code) => {
    const { ran, transaction } = losing(5, code)
    await expect(withRetries(transaction)).resolves.toBe('committed')
    expect(ran.count).toBe(6)
  })

  it('fails with its error when it has lost six times', async () => {
    const { ran, transaction } = losing(6)
    await expect(withRetries(transaction)).rejects.toMatchObject({ code: '40001' })
    expect(ran.count).toBe(6)
  })

  it('runs once where the error is another one', async () => {
    const { ran, transaction } = losing(1, '23505')
    await expect(withRetries(transaction)).rejects.toMatchObject({ code: '23505' })
    expect(ran.count).toBe(1)
  })
})
