import type { Feature } from '#server/http/serve.ts'
import type { ReadWithDevice } from '#server/http/services.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { customerRoutes } from './accounts/customer.routes.ts'
import { tillLimitRoutes } from './approvals/till-limit.routes.ts'
import { cardRoutes } from './cards/card.routes.ts'
import { catalogueRoutes } from './catalogue/catalogue.routes.ts'
import { exceptionBoardRoutes } from './patterns/exception-board.routes.ts'
import { posRoutes } from './pos.routes.ts'
import { printingRoutes } from './printing/printing.routes.ts'
import { salesReportRoutes } from './reports/sales-report.routes.ts'
import { snapshotRoutes } from './snapshot/snapshot.routes.ts'
import { spendingRoutes } from './spending/spending.routes.ts'
import { stockRoutes } from './stock/stock.routes.ts'

/** The calls of tills, their catalogue, accounts, limits and reports. */
export const posFeatures = (galleryEtag: (deps: Deps) => ReadWithDevice): readonly Feature[] => [
  posRoutes,
  salesReportRoutes,
  printingRoutes,
  exceptionBoardRoutes,
  catalogueRoutes,
  tillLimitRoutes,
  spendingRoutes,
  stockRoutes,
  customerRoutes,
  cardRoutes,
  snapshotRoutes(galleryEtag),
]
