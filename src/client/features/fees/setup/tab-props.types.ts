// chunk: fees
import type { FeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'

/** What each tab of the set-up gets. */
export interface TabProps {
  setup: FeeSetup
  /** Something was saved: reads everything again. */
  onChanged: () => void
}
