import type { FamilyCanteen } from '#shared/overview/family/family-canteen.contract.ts'
import type { FamilyHome } from '#shared/overview/family/family-home.contract.ts'
import type { FamilyAnswers } from './use-family.ts'

export interface ViewProps {
  home: FamilyHome
  /** Undefined until it was read, and for a family without a meal account. */
  canteen: FamilyCanteen | undefined
  family: FamilyAnswers
}
