import { salesOfADay, sell, type SoldSale } from '#tests/e2e/kit/day.ts'
import { openTill } from '#tests/e2e/kit/opened-till.ts'
import { expectOnServer } from '#tests/e2e/kit/reckoning.ts'
import { expect, later, test } from '#tests/e2e/kit/stage.ts'
import { launchShell } from '#tests/support/chromium.ts'
import { makeCertificate, openTlsDoor } from '#tests/support/devices/tls-door.ts'
import { Tablet } from '#tests/support/pos/tablet.ts'
import { TillPerson } from '#tests/support/pos/tablet-till.ts'

test(
  'OPS-26 with an expired certificate a till opens, sells on and says that it is offline; once renewed it drains untouched',
  later,
  async ({ served }) => {
    test.setTimeout(300_000)
    const good = makeCertificate('alnoor.localhost', 80)
    const expired = makeCertificate('alnoor.localhost', -1)
    const door = await openTlsDoor(served.port, good)
    let tablet: Tablet | undefined
    try {
      const unpack = async (origin: string) => {
        // As if a root had been installed: what has this key is trusted, the other certificate is judged as everywhere.
        tablet = await Tablet.unpack(origin, launchShell([`--ignore-certificate-errors-spki-list=${good.spki}`]))
        return tablet
      }
      const origin = `https://alnoor.localhost:${door.port}`
      const opened = await openTill({ served, unpack, code: 'alnoor', tillCode: '03', origin })
      const { till, api, operator, school, stageSchool } = opened
      const { cash } = salesOfADay(school)
      const sold: SoldSale[] = [await sell(till, cash)]
      await till.expectChip('sync:chip.synced')

      door.present(expired)
      sold.push(await sell(till, cash))
      await till.expectChip('sync:chip.saved', { n: 1 })

      // In the morning the tablet is switched on, and nothing has been renewed yet.
      await opened.tablet.switchOff()
      await opened.tablet.switchOn()
      const again = new TillPerson(opened.tablet, school, stageSchool.lng)
      await again.comeBack(operator)
      sold.push(await sell(again, cash))
      await again.expectChip('sync:chip.saved', { n: 2 })
      const refused = await opened.tablet.page.evaluate(() =>
        fetch('/healthz').then(
          () => 'reached',
          () => 'refused',
        ),
      )
      expect(refused).toBe('refused')

      door.present(good)
      await expect(again.chip).toContainText(again.say('sync:chip.synced'), { timeout: 120_000 })
      await expectOnServer(api, '03', sold)
    } finally {
      await tablet?.throwAway()
      await door.close()
    }
  },
)
