CREATE TABLE "offer_settlements" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"percent" integer,
	"method" text,
	"receipt" text,
	"reason" text,
	"by_user" uuid,
	"at" timestamptz NOT NULL,
	CONSTRAINT "offer_settlements_school_id_id_pk" PRIMARY KEY("school_id","id"),
	CONSTRAINT "offer_settlements_kind_check" CHECK ("offer_settlements"."kind" in ('waiver-asked', 'waiver-agreed', 'refund-due', 'refund-paid'))
);
--> statement-breakpoint
ALTER TABLE "offer_settlements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "offer_settlements" ADD CONSTRAINT "offer_settlements_school_id_offer_id_offers_school_id_id_fk" FOREIGN KEY ("school_id","offer_id") REFERENCES "public"."offers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offer_settlements_offer_idx" ON "offer_settlements" USING btree ("school_id","offer_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "offer_settlements_once_key" ON "offer_settlements" USING btree ("school_id","offer_id","kind") WHERE kind <> 'refund-paid';--> statement-breakpoint
CREATE UNIQUE INDEX "offer_settlements_receipt_key" ON "offer_settlements" USING btree ("school_id","offer_id","receipt");--> statement-breakpoint
CREATE POLICY "offer_settlements_tenant_read" ON "offer_settlements" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "offer_settlements_tenant_add" ON "offer_settlements" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));