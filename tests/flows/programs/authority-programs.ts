import { type Authority, atDesk } from '../identity/authority-groups.ts'

/** Who may do what about other programs. */
export const programAuthority: Readonly<Record<string, Authority>> = {
  'get /programs/tokens': atDesk('it', 'admin'),
  'post /programs/token': atDesk('it', 'admin'),
  'post /programs/token_end': atDesk('it', 'admin'),
  'get /programs/webhooks': atDesk('it', 'admin'),
  'post /programs/webhook': atDesk('it', 'admin'),
  'post /programs/webhook_secret': atDesk('it', 'admin'),
  'post /programs/webhook_remove': atDesk('it', 'admin'),
  'post /programs/webhook_test': atDesk('it', 'admin'),
  'get /programs/deliveries': atDesk('it', 'admin'),
  'post /programs/delivery_resend': atDesk('it', 'admin'),
}

/** What calls about other programs want, besides what others want too. */
export const programInput = {
  tokenName: 'Library',
  scopes: ['classes.read'],
  lifeDays: 30,
  webhookUrl: 'https://program.example/told',
  events: ['invoice.issued'],
  isPaused: false,
}
