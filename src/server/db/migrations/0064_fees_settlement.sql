-- expand: settlements of payment gateways
CREATE TABLE "fee_settlement_lines" (
	"school_id" uuid NOT NULL,
	"intent_id" uuid NOT NULL,
	"settlement_id" uuid NOT NULL,
	"gross" bigint NOT NULL,
	"fee" bigint NOT NULL,
	CONSTRAINT "fee_settlement_lines_school_id_intent_id_pk" PRIMARY KEY("school_id","intent_id"),
	CONSTRAINT "fee_settlement_lines_fee_check" CHECK ("fee_settlement_lines"."fee" >= 0 and "fee_settlement_lines"."fee" <= "fee_settlement_lines"."gross")
);
--> statement-breakpoint
ALTER TABLE "fee_settlement_lines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_settlements" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"gateway" text NOT NULL,
	"settled_on" date NOT NULL,
	"gross" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"problems" jsonb NOT NULL,
	"asked_hash" text NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_settlements_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "fee_settlements_gateway_check" CHECK ("fee_settlements"."gateway" in ('myfatoorah', 'tap', 'simulated'))
);
--> statement-breakpoint
ALTER TABLE "fee_settlements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fee_settlement_lines" ADD CONSTRAINT "fee_settlement_lines_school_id_intent_id_fee_intents_school_id_id_fk" FOREIGN KEY ("school_id","intent_id") REFERENCES "public"."fee_intents"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_settlement_lines" ADD CONSTRAINT "fee_settlement_lines_school_id_settlement_id_fee_settlements_school_id_id_fk" FOREIGN KEY ("school_id","settlement_id") REFERENCES "public"."fee_settlements"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fee_settlement_lines_settlement_idx" ON "fee_settlement_lines" USING btree ("school_id","settlement_id");--> statement-breakpoint
CREATE POLICY "fee_settlement_lines_tenant_read" ON "fee_settlement_lines" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_settlement_lines_tenant_add" ON "fee_settlement_lines" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_settlements_tenant_read" ON "fee_settlements" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_settlements_tenant_add" ON "fee_settlements" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
