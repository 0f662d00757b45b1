import { type Feature, route } from '#server/http/serve.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { fromBase64 } from '#shared/kernel/bytes.ts'
import { type BitPicture, paperDots } from '#shared/pos/printing/bit-picture.rules.ts'
import { networkPrinters, printByServer } from '#shared/pos/printing/network-printer.contract.ts'

/** @throws AppError request.invalid when the rows are not as many as the height says */
function readPicture(height: number, text: string): BitPicture {
  const rows = fromBase64(text)
  if (rows.length !== (paperDots / 8) * height) throw new AppError('request.invalid', { field: 'what' })
  return { width: paperDots, height, rows }
}

export const printingRoutes: Feature = ({ printers }) => [
  route.device(networkPrinters, (ctx) => Promise.resolve({ printers: printers?.of(ctx.school.code) ?? [] })),
  route.device(printByServer, (ctx, { printer: asked, what }) => {
    const printer = printers?.at(ctx.school.code, asked)
    if (!printer) throw new AppError('access.denied', { field: 'printer' })
    return what.kind === 'drawer' ? printer.kick(what.pin) : printer.print(readPicture(what.height, what.rows))
  }),
]
