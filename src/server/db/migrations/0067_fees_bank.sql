-- expand: imports of bank statements whose booking is stopped
CREATE TABLE "fee_bank_stops" (
	"school_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"by_user" uuid NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_bank_stops_school_id_import_id_pk" PRIMARY KEY("school_id","import_id")
);
--> statement-breakpoint
ALTER TABLE "fee_bank_stops" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fee_bank_stops" ADD CONSTRAINT "fee_bank_stops_school_id_import_id_fee_bank_imports_school_id_id_fk" FOREIGN KEY ("school_id","import_id") REFERENCES "public"."fee_bank_imports"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "fee_bank_stops_tenant" ON "fee_bank_stops" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
