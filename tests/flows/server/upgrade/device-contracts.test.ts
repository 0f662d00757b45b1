import { describe, expect, it } from 'vitest'
import { schemaBreaks } from '#tests/support/openapi/find-breaks.ts'
import { type DeviceContract, deviceContract, keptContracts } from '#tests/support/upgrade/device-contract.ts'

const now = deviceContract('written')

/** What the server of today refuses of what devices of a release send, and what those refuse of its answers. */
function breaksOf(old: DeviceContract, today = now): string[] {
  const commands = Object.entries(old.commands).flatMap(([kind, body]) => {
    const taken = today.commands[kind]
    return taken ? schemaBreaks(body, taken, 'sent', kind) : [`${kind}: removed`]
  })
  const calls = Object.entries(old.calls).flatMap(([name, { sent, read }]) => {
    const there = today.calls[name]
    if (!there) return [`${name}: removed`]
    return [
      ...schemaBreaks(sent, there.sent, 'sent', `${name} body`),
      ...schemaBreaks(read, there.read, 'parsed', `${name} answer`),
    ]
  })
  return [...commands, ...calls]
}

/** Breaks that no device of that release meets. */
const harmless: Record<string, readonly string[]> = {
  '682d00ec': [
    // The bound is that of the database's column: no wording has ever had a greater version.
    'consent.decide.answers[].version: maximum is narrower',
    // Currencies of schools that began later: the currency of a school with tills does not change (OPS-05).
    'post /sync/pull answer.settings.currency: no EGP any more',
    'post /sync/pull answer.settings.currency: no JOD any more',
    'post /sync/pull answer.settings.currency: no LBP any more',
  ],
}

describe('OPS-31: devices of earlier releases', () => {
  it.each(keptContracts())(
    'what those of %s send is taken, and what they are answered they can read',
    (release, old) => {
      expect(breaksOf(old)).toEqual(harmless[release] ?? [])
    },
  )

  it('a further value in an answer, a longer text and a body that became narrower are noticed', () => {
    const [[, old] = ['', now]] = keptContracts()
    const change = (from: string, to: string) => {
      const text = JSON.stringify(now)
      expect(text).toContain(from)
      return breaksOf(old, JSON.parse(text.replaceAll(from, to)) as DeviceContract)
    }
    expect(change('"applied","duplicate"', '"applied","postponed","duplicate"')).toContain(
      'post /sync/ops answer.results[].outcome: no postponed any more',
    )
    expect(change('"serverTime"', '"time"')).toContain('post /sync/ops answer.serverTime: removed')
    expect(change('"floatAmount"', '"float"')).toContain('pos.openShift.floatAmount: removed')
  })
})
