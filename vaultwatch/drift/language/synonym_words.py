"""Words and phrases that say the same in everyday notes: the data behind `language.meanings`.

Pure data, chosen by hand: a line a meaning, its wordings between commas, behind a bar the wordings
of its opposite. In lower case without accents, verbs in their plain form: `language.meanings` finds
the others. Only what stands for one another in nearly every sentence is here; a wording of two
meanings (`clear`, `table`) is in none.
"""
# ruff: noqa: E501 -- a meaning's wordings stand on one line

from typing import Final

MEANINGS: Final = """
approve, sign off, authorise, authorize, give the ok, give the go-ahead, green-light, genehmigen, freigeben, bewilligen, absegnen, approuver, valider, autoriser, aprobar, autorizar, approvare, goedkeuren | reject, refuse, decline, turn down, veto, ablehnen, verweigern, refuser, rejeter, rechazar, rifiutare, afwijzen, weigeren
allowed, permitted, allow, permit, erlauben, gestatten, permettre, autoriser, permitir, permettere, toestaan, welcome, ok to, okay to, may enter, you may, man darf, on peut, may be used, may use, may bring, may contain, can be used, se permite, erlaubt, gestattet, zulassig, willkommen, autorise, permis, bienvenu, permitido, bienvenido, permesso, e consentito, sono consentiti, toegestaan, welkom | forbidden, banned, you may not, man darf nicht, on ne peut pas, disallowed, disallow, forbid, ban, prohibit, prohibited, not allowed, not permitted, not welcome, off limits, off-limits, must stay out, have to stay out, must not, mustn't, may not, no entry, kein zutritt, keinen zutritt, nicht erlaubt, nicht gestattet, verboten, untersagt, darf nicht, durfen nicht, pas le droit, interdit, prohibido, vietato, verboden, unzulassig, nicht zulassig, darf nicht, ne peuvent pas, ne peut pas, ne doivent pas, no se permite, no se puede, no esta permitido, no estan permitidos, non si puo, non e permesso, non e consentito, mag niet, mogen niet
ship, deploy, release, roll out, go live, push to production, ausliefern, ausrollen, veroffentlichen, deployen, deployer, livrer, desplegar, publicar, rilasciare, uitrollen
happen, take place, occur, be held, go out, stattfinden, ablaufen, avoir lieu, se derouler, tener lugar, aver luogo, plaatsvinden
start, begin, beginning, kick off, commence, launch, join, has been with us since, is here since, beginnen, anfangen, anfang, beginn, starten, losgehen, commencer, debut, debuter, demarrer, empezar, comenzar, iniciar, cominciare, iniziare | end, finish, stop, conclude, leave, left, quit, enden, aufhoren, verlassen, kundigen, finir, terminer, quitter, terminar, acabar, finire, lasciare, stoppen, eindigen
last, take, run for, go on for, dauern, durer, durar, durare, duren
pick up, fetch, collect, abholen, chercher, recuperer, recoger, prendere, ophalen | drop off, deliver, take back, hinbringen, abgeben, deposer, dejar, portare, brengen
terminate, cancel, end the contract, give notice, kundigen, auflosen, resilier, annuler, rescindir, cancelar, disdire, opzeggen | renew, extend, prolong, verlangern, erneuern, renouveler, prolonger, renovar, prorrogar, rinnovare, verlengen
large, big, great, gross, grand, grande, groot | small, little, tiny, klein, petit, pequeno, piccolo
open, opened, opening, geoffnet, offen, aufhaben, ouvrir, ouvert, abrir, abierto, aprire, aperto, open | closed, close, shut, geschlossen, schliessen, zu haben, fermer, ferme, cerrar, cerrado, chiudere, chiuso, gesloten, dicht
over, above, more than, exceeding, beyond, in excess of, uber, mehr als, au-dessus, plus de, superieur, mas de, superior, oltre, sopra, piu di, boven, meer dan | under, below, less than, fewer than, unter, weniger als, en dessous, moins de, inferieur, menos de, por debajo, sotto, meno di, onder, minder dan
before, prior to, ahead of, earlier than, vor, bevor, avant, antes de, antes, prima di, prima, voor | after, following, later than, nach, nachdem, apres, despues de, despues, dopo, na
start of, beginning of, early in, at the outset, anfang, beginn, debut, inicio, principio, inizio, begin van | end of, close of, late in, end, ende, fin, final, fine, eind
first, initial, erste, premier, primero, primo, eerste | last, final, letzte, dernier, ultimo, laatste
keep, store, hold, stored, kept, saved, aufbewahren, lagern, speichern, liegen, conserver, stocker, garder, guardar, almacenar, conservare, tenere, bewaren | discard, throw away, delete, dispose of, wegwerfen, entsorgen, loschen, jeter, supprimer, tirar, borrar, buttare, cancellare, weggooien
off-site, offsite, off premises, elsewhere, ausser haus, hors site | on-site, onsite, on premises, in-house, vor ort, im haus, sur place
answer, reply, respond, get back to, beantworten, antworten, repondre, responder, contestar, rispondere, beantwoorden
sign up, register, enrol, enroll, registration, anmelden, einschreiben, inscrire, inscribir, registrar, iscrivere, aanmelden, inschrijven | sign out, deregister, unsubscribe, cancel the registration, abmelden, desinscrire, darse de baja, afmelden
in advance, ahead, beforehand, ahead of time, im voraus, vorher, a l'avance, con antelacion, por adelantado, in anticipo, vooraf, van tevoren | afterwards, in arrears, after the fact, im nachhinein, nachtraglich, apres coup, a posteriori, achteraf
must, have to, need to, need, due, required, mandatory, is necessary, mussen, muss, erforderlich, notig, pflicht, devoir, doit, doivent, il faut, obligatoire, necessaire, deber, tener que, obligatorio, necesario, dovere, deve, obbligatorio, moeten, verplicht, nodig | need not, don't have to, do not have to, don't have to, doesn't have to, optional, voluntary, not required, not necessary, freiwillig, nicht notig, nicht erforderlich, facultatif, pas obligatoire, pas necessaire, opcional, voluntario, facoltativo, volontario, optioneel, vrijwillig, niet verplicht, niet nodig
sign, signature, signed, unterschreiben, unterschrift, signer, firmar, firma, firmare, ondertekenen, handtekening
own, belong to, be the owner of, gehoren, besitzen, appartenir, posseder, pertenecer, appartenere, toebehoren
responsible for, in charge of, look after, looks after, take care of, takes care of, handle, manage, run by, oversee, lead, leads, head, verantwortlich, zustandig, betreuen, leiten, kummern, responsable, s'occuper, gerer, diriger, encargarse, ocuparse, responsabile, occuparsi, gestire, verantwoordelijk, leiden
pay, paid, cover the cost, foot the bill, zahlen, bezahlen, ubernehmen die kosten, payer, regler, pagar, abonar, pagare, betalen
cost, price, charge, charged, fee, kosten, preis, kostet, gebuhr, couter, prix, tarif, costar, precio, coste, costare, prezzo, kost, prijs
free, free of charge, for free, at no cost, gratis, complimentary, kostenlos, umsonst, gratuit, gratuitement, gratuito, gratuita
send, mail, forward, schicken, senden, verschicken, envoyer, expedier, enviar, mandar, inviare, spedire, sturen, verzenden
receive, get, obtain, erhalten, bekommen, kriegen, recevoir, obtenir, recibir, obtener, ricevere, ontvangen, krijgen
buy, purchase, acquire, procure, kaufen, beschaffen, anschaffen, acheter, comprar, adquirir, acquistare, comprare, kopen, aanschaffen | sell, flog, verkaufen, vendre, vender, vendere, verkopen
call, phone, ring, ring up, telephone, anrufen, telefonieren, appeler, telephoner, llamar, telefonear, chiamare, telefonare, bellen
meet, get together, come together, gather, meeting, treffen, zusammenkommen, se reunir, reunion, rencontrer, reunirse, incontrarsi, riunione, ontmoeten, vergadering
live, reside, dwell, home, hometown, residence, wohnort, wohnsitz, domicile, domicilio, residenza, woonplaats, wohnen, leben, habiter, vivre, vivir, residir, abitare, vivere, wonen
work, be employed, have a job, arbeiten, beschaftigt, angestellt, travailler, trabajar, lavorare, werken
eat, have for dinner, essen, manger, comer, mangiare, eten
feed, give food, gets food, futtern, nourrir, dar de comer, alimentar, nutrire, voeren
write, author, draft, schreiben, verfassen, ecrire, rediger, escribir, redactar, scrivere, schrijven
read, go through, look through, lesen, durchlesen, lire, leer, leggere, lezen
check, verify, inspect, examine, review, prufen, kontrollieren, nachsehen, verifier, controler, comprobar, verificar, revisar, controllare, verificare, controleren
repair, fix, mend, reparieren, instand setzen, reparer, reparar, arreglar, riparare, repareren, herstellen | break, damage, wreck, kaputt machen, beschadigen, casser, endommager, romper, danar, rompere, beschadigen
clean, wash, tidy, putzen, reinigen, saubermachen, nettoyer, laver, limpiar, lavar, pulire, schoonmaken, poetsen
teach, instruct, train, unterrichten, lehren, schulen, enseigner, former, ensenar, formar, insegnare, formare, lesgeven, onderwijzen
let, lassen, laisser, dejar, lasciare, laten
use, work with, rely on, make use of, run on, handled by, go through, go via, run through, processed by, benutzen, verwenden, nutzen, einsetzen, utiliser, se servir de, usar, utilizar, usare, utilizzare, gebruiken
choose, pick, select, opt for, decide on, settle on, go with, wahlen, aussuchen, entscheiden fur, choisir, opter pour, elegir, escoger, optar por, scegliere, optare per, kiezen
plan, intend, aim to, planen, beabsichtigen, vorhaben, prevoir, planifier, avoir l'intention, planear, prever, pianificare, prevedere, plannen, van plan zijn
increase, raise, go up, rise, grow, put up, erhohen, steigen, anheben, wachsen, augmenter, monter, subir, aumentar, incrementar, crescer, aumentare, salire, verhogen, stijgen | decrease, reduce, cut, lower, go down, drop, fall, shrink, senken, sinken, kurzen, fallen, verringern, diminuer, baisser, reduire, bajar, reducir, disminuir, diminuire, ridurre, scendere, verlagen, dalen
fast, quick, quickly, rapid, swift, schnell, rasch, rapide, vite, rapido, veloce, snel, vlug | slow, slowly, langsam, lent, lentement, lento, lentamente, langzaam, traag
early, soon, fruh, tot, bientot, temprano, pronto, presto, vroeg | late, spat, tard, tarde, tardi, laat
new, brand-new, neu, nouveau, neuf, nuevo, nuovo, nieuw | old, alt, vieux, ancien, viejo, antiguo, vecchio, oud
hot, heated, heiss, chaud, caliente, caldo, heet | cold, chilled, kalt, froid, frio, freddo, koud
inside, indoors, within the building, drinnen, innen, dedans, a l'interieur, dentro, adentro, binnen | outside, outdoors, draussen, aussen, dehors, a l'exterieur, fuera, afuera, fuori, buiten
upper, top, oben, obere, haut, superieur, arriba, alto, bovenste, boven | lower, bottom, unten, untere, bas, abajo, basso, onderste, beneden
left, links, linke, gauche, izquierda, sinistra, linker | right-hand, rechts, rechte, droite, derecha, destra, rechter
north, northern, nord, norden, nordlich, norte, noord, noorden | south, southern, sud, suden, sudlich, sur, zuid, zuiden
east, eastern, ost, osten, ostlich, este, oost, oosten | west, western, westen, westlich, ouest, oeste, ovest
public, open to all, offentlich, publique, publico, pubblico, openbaar | private, confidential, privat, vertraulich, prive, confidentiel, privado, confidencial, privato, riservato, vertrouwelijk
enable, activate, switch on, turn on, aktivieren, einschalten, anschalten, activer, allumer, activar, encender, attivare, accendere, inschakelen, aanzetten, enabled, on by default | disabled, off by default, disable, deactivate, switch off, turn off, deaktivieren, ausschalten, abschalten, desactiver, eteindre, desactivar, apagar, disattivare, spegnere, uitschakelen, uitzetten
add, include, append, hinzufugen, aufnehmen, ajouter, inclure, anadir, agregar, incluir, aggiungere, includere, toevoegen, opnemen | remove, exclude, leave out, strip, entfernen, weglassen, ausschliessen, retirer, exclure, enlever, quitar, excluir, eliminar, togliere, escludere, rimuovere, verwijderen, weglaten
always, every time, at all times, without exception, immer, jedes mal, stets, toujours, chaque fois, siempre, sempre, ogni volta, altijd | sometimes, occasionally, now and then, manchmal, gelegentlich, ab und zu, parfois, de temps en temps, a veces, de vez en cuando, qualche volta, a volte, soms, af en toe
everyone, everybody, all of us, each of us, alle, jeder, tous, tout le monde, chacun, todos, todo el mundo, cada uno, tutti, ognuno, iedereen
accept, take on, annehmen, akzeptieren, accepter, aceptar, accettare, accepteren, aannehmen
children, kids, kinder, enfants, gosses, ninos, hijos, bambini, ragazzi, kinderen, kids
phone number, telephone number, number to call, telefonnummer, rufnummer, numero de telephone, numero de telefono, numero di telefono, telefoonnummer
holiday, vacation, time off, leave of absence, urlaub, ferien, vacances, conges, vacaciones, ferie, vacanza, vakantie
car, automobile, vehicle, auto, wagen, fahrzeug, voiture, vehicule, coche, vehiculo, macchina, automobile, auto
flat, apartment, wohnung, appartement, piso, apartamento, appartamento
shop, store, laden, geschaft, magasin, boutique, tienda, negozio, winkel
doctor, physician, gp, arzt, arztin, medecin, docteur, medico, doctor, dottore, arts, dokter
employee, staff, staff member, member of staff, mitarbeiter, angestellte, employe, salarie, empleado, trabajador, dipendente, impiegato, medewerker, werknemer
customer, client, kunde, kundin, client, cliente, klant
boss, manager, supervisor, chef, vorgesetzte, chef, responsable, jefe, capo, baas
by default, out of the box, as standard, unless you change it, standardmassig, von haus aus, par defaut, d'origine, por defecto, per impostazione predefinita, standaard
twice a day, two times a day, in the morning and in the evening, morning and evening, morgens und abends, zweimal taglich, zweimal am tag, matin et soir, deux fois par jour, manana y noche, dos veces al dia, mattina e sera, due volte al giorno, 's ochtends en 's avonds, twee keer per dag
every other week, every second week, every two weeks, fortnightly, biweekly, alle zwei wochen, jede zweite woche, zweiwochentlich, toutes les deux semaines, une semaine sur deux, cada dos semanas, cada quince dias, ogni due settimane, om de week, tweewekelijks
every day, daily, each day, day by day, taglich, jeden tag, tous les jours, chaque jour, quotidiennement, cada dia, todos los dias, a diario, ogni giorno, tutti i giorni, elke dag, dagelijks
every week, weekly, each week, once a week, wochentlich, jede woche, einmal die woche, chaque semaine, toutes les semaines, hebdomadaire, une fois par semaine, cada semana, todas las semanas, semanalmente, ogni settimana, settimanale, elke week, wekelijks
every month, monthly, each month, once a month, a month, per month, monatlich, jeden monat, einmal im monat, im monat, chaque mois, tous les mois, mensuel, par mois, cada mes, mensual, mensualmente, al mes, ogni mese, mensile, al mese, elke maand, maandelijks, per maand
every year, yearly, annually, each year, once a year, annual, a year, per year, jahrlich, jedes jahr, einmal im jahr, im jahr, chaque annee, tous les ans, annuel, par an, cada ano, anual, anualmente, al ano, ogni anno, annuale, all'anno, elk jaar, jaarlijks, per jaar
couch, sofa, settee, canape, divano, divan
born, birth, birthday, geboren, geburtstag, geburtsdatum, geburtsjahr, naissance, anniversaire, nacido, nacida, nacimiento, cumpleanos, nato, nata, nascita, compleanno, geboortedatum, verjaardag
speak, language, fluent in, sprechen, sprache, parler, langue, hablar, idioma, parlare, lingua, spreken, taal, talen
work as, employed as, job, occupation, profession, by trade, arbeiten als, beruf, beschaftigt als, travailler comme, metier, trabajar como, trabajar de, profesion, ocupacion, lavorare come, professione, werken als, beroep
prefer, preference, rather have, bevorzugen, vorziehen, vorliebe, preferer, preferir, preferencia, preferire, preferenza, voorkeur
supported, support, works with, unterstutzt, unterstutzen, pris en charge, compatible, soportado, compatibile, supportato, ondersteund, ondersteunen | unsupported, not supported, incompatible, not compatible, doesn't support, does not support, nicht unterstutzt, unterstutzt nicht, pas pris en charge, no soportado, non supportato, niet ondersteund
agree, consent, consented, give consent, give permission, einwilligen, einwilligung, einverstanden, zustimmen, zustimmung, consentir, consentement, donner son accord, son accord, consentimiento, estar de acuerdo, acconsentire, consenso, instemmen, toestemming | withdraw consent, withdraw his consent, withdraw her consent, withdraw their consent, withdraw the consent, revoke consent, revoke his consent, revoke her consent, revoke their consent, einwilligung widerrufen, zustimmung widerrufen, zustimmung zuruckziehen, retirer son accord, retirer son consentement, retirar su consentimiento, ritirare il consenso, toestemming intrekken
"""

_IRREGULAR: Final = """
began begin, begun begin, bought buy, broke break, broken break, chose choose, chosen choose,
ate eat, eaten eat, fed feed, fell fall, fallen fall, gave give, given give, got get, grew grow,
grown grow, held hold, kept keep, led lead, met meet, paid pay, ran run, rang ring, rose rise,
risen rise, sent send, sold sell, taught teach, took take, taken take, went go, gone go,
wrote write, written write, has have, had have, does do, did do, done do, dealt deal, hung hang,
spoke speak, lent lend, hat haben, trifft treffen, gibt geben, isst essen, liest lesen,
spricht sprechen, withdrew withdraw, withdrawn withdraw, retire retirer, retiro retirar, darf durfen, muss mussen, fahrt fahren, lasst lassen, stellt stellen
"""
IRREGULAR: Final = dict(pair.split() for pair in _IRREGULAR.split(","))
"""Forms of everyday English and German verbs that no rule makes."""
