-- expand: refunds of sales, with their lines and tenders, and approvals
CREATE TABLE "approvals" (
	"school_id" uuid NOT NULL,
	"op_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"act" text NOT NULL,
	"hash" text NOT NULL,
	"by" uuid NOT NULL,
	"proof" text NOT NULL,
	"at" timestamptz NOT NULL,
	"shift_id" uuid NOT NULL,
	CONSTRAINT "approvals_school_id_op_id_pk" PRIMARY KEY("school_id","op_id")
);
--> statement-breakpoint
ALTER TABLE "approvals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "refund_lines" (
	"school_id" uuid NOT NULL,
	"refund_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"sale_line_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"name" jsonb NOT NULL,
	"qty_milli" integer NOT NULL,
	"gross" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"tax_code" text NOT NULL,
	"rate_ppm" integer NOT NULL,
	"tax" bigint NOT NULL,
	"net" bigint NOT NULL,
	"goods" text NOT NULL,
	CONSTRAINT "refund_lines_school_id_refund_id_n_pk" PRIMARY KEY("school_id","refund_id","n")
);
--> statement-breakpoint
ALTER TABLE "refund_lines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "refund_tenders" (
	"school_id" uuid NOT NULL,
	"refund_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"sale_tender_id" uuid NOT NULL,
	"rounding" bigint,
	"customer_id" uuid,
	"terminal_ref" text,
	CONSTRAINT "refund_tenders_school_id_refund_id_n_pk" PRIMARY KEY("school_id","refund_id","n")
);
--> statement-breakpoint
ALTER TABLE "refund_tenders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "refunds" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"till_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"receipt_seq" integer NOT NULL,
	"receipt_no" text NOT NULL,
	"currency" text NOT NULL,
	"business_day" date NOT NULL,
	"sale_id" uuid NOT NULL,
	"sale_receipt_no" text NOT NULL,
	"customer_id" uuid,
	"gross" bigint NOT NULL,
	"discount_total" bigint NOT NULL,
	"net" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"total" bigint NOT NULL,
	"taxes" jsonb NOT NULL,
	"reason" text NOT NULL,
	"approval_id" uuid,
	"exchange_sale_id" uuid,
	"by" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	"received_at" timestamptz NOT NULL,
	CONSTRAINT "refunds_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "refunds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_school_id_refund_id_refunds_school_id_id_fk" FOREIGN KEY ("school_id","refund_id") REFERENCES "public"."refunds"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_tenders" ADD CONSTRAINT "refund_tenders_school_id_refund_id_refunds_school_id_id_fk" FOREIGN KEY ("school_id","refund_id") REFERENCES "public"."refunds"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_id_idx" ON "approvals" USING btree ("school_id","id");--> statement-breakpoint
CREATE INDEX "approvals_shift_idx" ON "approvals" USING btree ("school_id","shift_id");--> statement-breakpoint
CREATE INDEX "refunds_receipt_idx" ON "refunds" USING btree ("school_id","till_id","epoch","receipt_seq");--> statement-breakpoint
CREATE INDEX "refunds_sale_idx" ON "refunds" USING btree ("school_id","sale_id");--> statement-breakpoint
CREATE INDEX "refunds_shift_idx" ON "refunds" USING btree ("school_id","shift_id");--> statement-breakpoint
CREATE INDEX "refunds_at_idx" ON "refunds" USING btree ("school_id","at","id");--> statement-breakpoint
CREATE POLICY "approvals_tenant_read" ON "approvals" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "approvals_tenant_add" ON "approvals" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "refund_lines_tenant_read" ON "refund_lines" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "refund_lines_tenant_add" ON "refund_lines" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "refund_tenders_tenant_read" ON "refund_tenders" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "refund_tenders_tenant_add" ON "refund_tenders" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "refunds_tenant_read" ON "refunds" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "refunds_tenant_add" ON "refunds" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
