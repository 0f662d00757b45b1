import { expect, it } from 'vitest'
import { gatewayAmount } from './gateway-money.rules.ts'

it('FEE-37: an amount with a last digit that the gateway cannot take is refused, not rounded', () => {
  const gateway = { steps: { KWD: 10, QAR: 1 } }
  expect(gatewayAmount(gateway, 12_345, 'KWD')).toEqual({ fault: 'step', step: 10, nearest: 12_340 })
  expect(gatewayAmount(gateway, 12_340, 'KWD')).toEqual({ text: '12.340' })
  expect(gatewayAmount(gateway, 1_234, 'QAR')).toEqual({ text: '12.34' })
  expect(gatewayAmount(gateway, 1_000, 'SAR')).toEqual({ fault: 'currency' })
  expect(gatewayAmount(gateway, 0, 'QAR')).toEqual({ fault: 'amount' })
})
