-- expand: discounts and prices of single lines, exchanges, refunds without a receipt, lines taken out of carts
CREATE TABLE "dropped_carts" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"cart_id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"begun_at" timestamptz NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	"received_at" timestamptz NOT NULL,
	CONSTRAINT "dropped_carts_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "dropped_carts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "removed_lines" (
	"school_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"shift_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"name" jsonb NOT NULL,
	"qty_milli" integer NOT NULL,
	"price" bigint NOT NULL,
	"seconds_after_adding" integer NOT NULL,
	"received_at" timestamptz NOT NULL,
	CONSTRAINT "removed_lines_school_id_source_id_n_pk" PRIMARY KEY("school_id","source_id","n")
);
--> statement-breakpoint
ALTER TABLE "removed_lines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sale_lines" ADD COLUMN "own_discount" jsonb;--> statement-breakpoint
ALTER TABLE "sale_lines" ADD COLUMN "price_override" jsonb;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "exchange_of" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "without_sale" boolean;--> statement-breakpoint
CREATE INDEX "dropped_carts_shift_idx" ON "dropped_carts" USING btree ("school_id","shift_id");--> statement-breakpoint
CREATE INDEX "dropped_carts_at_idx" ON "dropped_carts" USING btree ("school_id","received_at");--> statement-breakpoint
CREATE INDEX "removed_lines_shift_idx" ON "removed_lines" USING btree ("school_id","shift_id");--> statement-breakpoint
CREATE INDEX "removed_lines_at_idx" ON "removed_lines" USING btree ("school_id","received_at");--> statement-breakpoint
CREATE POLICY "dropped_carts_tenant" ON "dropped_carts" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "removed_lines_tenant" ON "removed_lines" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
