import { familyMessages } from '#server/features/messaging/message-plan.service.ts'
import { settleRestored } from '#server/features/retention/restore/settle-restored.service.ts'
import { openInstallation } from '#server/features/sync/installation/installation.service.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { outsideCaptcha } from '../captcha.ts'
import { certificateWatch } from '../certificate/certificate-watch.ts'
import { openFaceKeys } from '../face-key.ts'
import { gatewayCaller } from '../gateways/gateway-caller.ts'
import { webhookSender } from '../gateways/webhook-sender.ts'
import { machineClock, machineRandom } from '../machine.ts'
import { outsideReader } from '../outside-reader.ts'
import { argon2Passwords } from '../passwords.ts'
import { openNetworkPrinters } from '../printers/network-printers.ts'
import type { Settings } from '../settings.ts'
import { identityProviders } from '../single-sign-on/identity-providers.ts'
import { smtpMailer } from '../smtp-mailer.ts'

type OpenedParts = Pick<Deps, 'db' | 'log' | 'typesetter' | 'journal' | 'metrics' | 'traces'> & {
  simulatedUrl: string | undefined
}

/** Returns what the application needs of this machine and its settings. */
export function openDeps(
  settings: Settings,
  { db, log, typesetter, journal, metrics, traces, simulatedUrl }: OpenedParts,
): Deps {
  return {
    db,
    installation: openInstallation({ db, clock: machineClock, random: machineRandom }),
    clock: machineClock,
    random: machineRandom,
    passwords: argon2Passwords(),
    log,
    captcha: settings.captcha && outsideCaptcha(settings.captcha),
    readOutside: outsideReader(),
    gateways: { call: gatewayCaller({ simulatedUrl }), simulatedUrl },
    identityProviders: identityProviders({ isLoopbackAllowed: settings.identityLoopback }),
    webhooks: webhookSender({ isLocalAllowed: settings.localWebhooks }),
    printers: openNetworkPrinters(settings.printers),
    certificate: certificateWatch({ publicUrl: settings.publicUrl, clock: machineClock }),
    settings,
    familyMessages,
    settleRestored,
    journal,
    metrics,
    traces,
    keyRing: openFaceKeys(settings),
    typesetter,
    mailer: settings.smtpUrl === undefined ? undefined : smtpMailer({ url: settings.smtpUrl, from: settings.mailFrom }),
  }
}
