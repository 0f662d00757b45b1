-- expand: links by which payers open their fees, and papers of fees
CREATE TABLE "fee_page_links" (
	"school_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"payer_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"email" text,
	"language" text NOT NULL,
	"asked_hash" text NOT NULL,
	"made_at" timestamptz NOT NULL,
	"made_by" uuid NOT NULL,
	"opened_at" timestamptz,
	"ended_at" timestamptz,
	"expires_at" timestamptz NOT NULL,
	CONSTRAINT "fee_page_links_school_id_id_pk" PRIMARY KEY("school_id","id")
);
--> statement-breakpoint
ALTER TABLE "fee_page_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fee_papers" (
	"school_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"names" text NOT NULL,
	"content" jsonb NOT NULL,
	"logo_version" integer,
	"edition" integer NOT NULL,
	"sha256" text NOT NULL,
	"at" timestamptz NOT NULL,
	CONSTRAINT "fee_papers_school_id_document_id_names_pk" PRIMARY KEY("school_id","document_id","names"),
	CONSTRAINT "fee_papers_names_check" CHECK ("fee_papers"."names" in ('full', 'first'))
);
--> statement-breakpoint
ALTER TABLE "fee_papers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fee_page_links" ADD CONSTRAINT "fee_page_links_school_id_payer_id_fee_payers_school_id_id_fk" FOREIGN KEY ("school_id","payer_id") REFERENCES "public"."fee_payers"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_papers" ADD CONSTRAINT "fee_papers_school_id_document_id_fee_documents_school_id_id_fk" FOREIGN KEY ("school_id","document_id") REFERENCES "public"."fee_documents"("school_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "fee_page_links_token_key" ON "fee_page_links" USING btree ("school_id","token_hash");--> statement-breakpoint
CREATE INDEX "fee_page_links_payer_idx" ON "fee_page_links" USING btree ("school_id","payer_id","made_at");--> statement-breakpoint
CREATE POLICY "fee_page_links_tenant" ON "fee_page_links" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "fee_papers_tenant" ON "fee_papers" AS PERMISSIVE FOR ALL TO "app_tenant" USING (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid)) WITH CHECK (school_id = (select nullif(current_setting('app.school_id', true), '')::uuid));
