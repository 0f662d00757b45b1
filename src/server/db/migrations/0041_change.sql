CREATE TABLE "offer_scans" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"signer_id" uuid NOT NULL,
	"by_user" uuid NOT NULL,
	"added_at" timestamptz NOT NULL,
	CONSTRAINT "offer_scans_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "offer_scans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "consent_requests" ADD COLUMN "student_id" uuid;--> statement-breakpoint
ALTER TABLE "offer_answers" ADD COLUMN "scan_id" uuid;--> statement-breakpoint
ALTER TABLE "offer_scans" ADD CONSTRAINT "offer_scans_school_id_offer_id_offers_school_id_id_fk" FOREIGN KEY ("school_id","offer_id") REFERENCES "public"."offers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_scans" ADD CONSTRAINT "offer_scans_school_id_signer_id_offer_signers_school_id_id_fk" FOREIGN KEY ("school_id","signer_id") REFERENCES "public"."offer_signers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offer_scans_signer_idx" ON "offer_scans" USING btree ("school_id","signer_id");--> statement-breakpoint
CREATE INDEX "consent_requests_student_idx" ON "consent_requests" USING btree ("school_id","student_id");--> statement-breakpoint
CREATE POLICY "offer_scans_tenant_read" ON "offer_scans" AS PERMISSIVE FOR SELECT TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "offer_scans_tenant_add" ON "offer_scans" AS PERMISSIVE FOR INSERT TO "app_tenant" WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));