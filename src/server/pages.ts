import { mountAvatars } from './features/identity/profile/avatar.routes.ts'
import { mountBranding } from './features/school/branding.routes.ts'
import { mountCalendars } from './features/admissions/calendar/calendar.routes.ts'
import { mountCaptchaPage } from './features/identity/bot-protection/captcha-page.routes.ts'
import { mountGatewayEvents } from './features/fees/online/gateway-events.routes.ts'
import { mountHealth } from './http/health.ts'
import { mountItemPictures } from './features/pos/catalogue/picture/item-picture.routes.ts'
import { mountMissingWords } from './features/school/locale.routes.ts'
import { mountPreloadedText } from './features/forms/preloaded-text.routes.ts'

/** What is served beside the contract: addresses that browsers and watchers ask for by themselves. */
export const pages = [
  mountHealth,
  mountBranding,
  mountItemPictures,
  mountAvatars,
  mountPreloadedText,
  mountMissingWords,
  mountCaptchaPage,
  mountGatewayEvents,
  mountCalendars,
]
