/** Refusals of the domain of fees, all of the kind that a later call may not meet (409). */
export const feeIds = [
  /** More than is open on an item, or than is left of a payment. */
  'fees.over-allocated',
  /** More than is left of a line of the invoice. */
  'fees.over-credited',
  /** What a billing run would bill is not what was previewed. */
  'fees.run-changed',
  /** More than came, or than is free. */
  'fees.refund-over',
  /** Money goes back to its payer, and in cash only where it came in cash. */
  'fees.refund-way',
  /** The gateway has two days to answer about a refund. */
  'fees.refund-waiting',
  /** Somebody has decided about this refund or write-off already. */
  'fees.claim-decided',
  /** Somebody else has changed the same part of the fee set-up. */
  'fees.changed',
  'fees.code-taken',
  /** A component, plan or rule that a schedule, grant or share names. */
  'fees.in-use',
  /** An approved schedule, or a draft of it that somebody else has begun. */
  'fees.frozen',
  'fees.retired',
  /** Another approved schedule is for the same children: `field` names the grade. */
  'fees.overlap',
  'fees.plan-sum',
  'fees.plan-order',
  /** The regulator forbids it: `field` names the rule. */
  'fees.unlawful',
  'fees.share-sum',
  /** Somebody else has set who pays for the child. */
  'fees.shares-changed',
  /** A grant that somebody has decided or ended already. */
  'fees.decided',
  /** The child's file names no guardian who could pay. */
  'fees.no-payer',
  /** The server has no key of its own to encrypt a gateway's keys with. */
  'fees.no-key',
  'fees.gateway-incomplete',
  'fees.gateway-changed',
  'fees.no-gateway',
  /** The gateway cannot take an amount that ends so. */
  'fees.gateway-amount',
  'fees.gateway-failed',
  /** A cheque of this bank, number and account is there already. */
  'fees.cheque-known',
  /** A cheque is deposited on its date or later. */
  'fees.cheque-early',
  'fees.cheque-step',
  /** A bank statement that is none, or of another currency. */
  'fees.statement-unreadable',
  'fees.line-decided',
  /** Its payer has a transfer of this amount that no line is linked to. */
  'fees.line-recorded',
  /** The program keeps two decimals, and the currency has three. */
  'fees.export-decimals',
  /** A lock of the period moves forward only. */
  'fees.period-locked',
  /** What was billed by one plan is not completed by another. */
  'fees.plan-billed',
  /** Children take only components that the school has marked as optional. */
  'fees.not-optional',
  'fees.option-overlap',
  'fees.option-billed',
  'fees.first-day-billed',
  /** The limit up to which discounts are granted alone is raised by who may approve them. */
  'fees.limit-approval',
  /** A gateway's test system takes no real money. */
  'fees.gateway-test',
  /** Neither the regulator nor the school has a rule for children who leave. */
  'fees.leaving-no-rule',
  /** The school year in which a request falls has no terms, or is not set. */
  'fees.leaving-no-terms',
  /** What is still to be billed of the child's year can't be said. */
  'fees.leaving-no-plan',
  /** Something that is kept is not billed yet. */
  'fees.leaving-unbilled',
  /** Not the sums that were seen, or settled already. */
  'fees.leaving-changed',
  /** Part of what is returned lies in no payment and no seat deposit. */
  'fees.leaving-left',
  /** This colleague has an open cash session. */
  'fees.cash-open',
  /** More than lies in the drawer. */
  'fees.cash-more',
  /** Cash came or went since the drawer was counted. */
  'fees.cash-changed',
] as const
