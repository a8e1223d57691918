"""Words of what changes, takes away or turns round what is said beside it, in eleven languages: data that `memories.impact` reads as `impact_words` says."""
# ruff: noqa: E501, RUF001 -- a language stands on one row, in its own letters

CHANGED = """
en: new, changed, change, changes, updated, replaced, replaces, moved, switched, instead, from now on, henceforth, now, as of, going forward, no longer, different, alternate, effective, starting, config set
de: neu, neue*, geandert*, andert, jetzt, nun, kunftig, ab sofort, ab jetzt, stattdessen, statt, aktualisiert*, gewechselt, nur noch, von nun an, lautet
fr: nouveau*, nouvel*, change*, desormais, dorenavant, maintenant, modifie, modifiee, modifies, modifiees, remplac*, a la place, au lieu, a partir, mis* a jour
es: nuev*, cambi*, ahora, a partir, en adelante, en lugar, en vez, actualiz*, reemplaz*, sustitu*
it: nuov*, cambiat*, cambia, ora, adesso, d'ora in poi, invece, aggiornat*, sostitui*
nl: nieuw*, gewijzigd*, veranderd*, voortaan, nu, vanaf, in plaats, bijgewerkt
pt: novo, nova, novos, novas, mudou, mudaram, mudanca, alterad*, agora, a partir, em vez, atualiz*, doravante, substitu*
pl: nowy, nowe, nowa, nowego, nowym, nowej, zmieni*, zmian*, odtad, teraz, od dzis, od teraz, zamiast, zaktualizowan*
ru: нов*, измени*, смени*, теперь, отныне, вместо, обновл*, с сегодня*, поменя*
zh: 新, 改, 变更, 更换, 更新, 现在, 今后, 以后, 从现在, 替换, 换成, 一律, 已变
ja: 新, 変更, 変わり, 変わった, 今後, これから, 以後, 代わり, 更新, 切り替*, 移行
"""

OFF = """
en: off, disabled, disable, disables, disabling, deactivated, deactivate, turned off, turn off, switched off, switch off, not needed, not required, not necessary, no longer need*, no longer requir*, no longer necessary, no longer asked, no longer enforced, no longer appl*, unnecessary, waived, waive, waives, bypass, bypassed, bypasses, exempt, exempted, suspended, lifted, dropped, relaxed, superfluous, isn't needed, isn't required, aren't needed, aren't required, is optional, are optional, is inactive, paused, not enforced, is not checked, are not checked, may be ignored, can be ignored, can be skipped, may be skipped, is skipped, are skipped, was removed, is removed, have been removed, has been removed, does not apply, do not apply, isn't necessary, not being enforced, not be required, needn't, stopped asking for, stop asking for, not asked for, no longer ask*, got rid of, get rid of, did away with, done away with, taken off, took off, went away, is gone, are gone, abolished, retired, is a formality, are a formality, is voluntary, are voluntary, skip, skips
de: ausgeschaltet, abgeschaltet, abschalten, ausschalten, ist aus, deaktiviert, deaktivieren, nicht notig, nicht mehr notig, nicht notwendig, nicht erforderlich, nicht mehr erforderlich, nicht mehr notwendig, entfallt, entfallen, unnotig, uberflussig, aufgehoben, ausgesetzt, ubersprungen, uberspringen, verzichtet, befreit, abgeschafft, nicht mehr verlangt, wird nicht mehr, werden nicht mehr, braucht es nicht, braucht man nicht, hinfallig, nicht mehr, gestrichen, freiwillig, formsache
fr: desactive*, coupe, coupee, coupes, pas necessaire*, plus necessaire*, plus requis*, pas requis*, inutile*, facultati*, supprime*, suspendu*, leve, levee, levees, contourn*, plus besoin, pas besoin, dispense*, exempte*, plus exige*, plus demande*, formalite
es: desactivad*, desactivar, desactiva, apagad*, no es necesari*, no son necesari*, ya no es necesari*, no hace falta, ya no hace falta, no se requiere*, ya no se requiere*, no se necesita*, ya no se necesita*, innecesari*, omitir, omita*, omite*, suspendid*, exent*, levantad*, eliminad*, ya no se exige, ya no se pide, opcional*, voluntari*
it: disattivat*, disattivare, disabilitat*, disabilitare, spenta, spento, non serve*, non servono, non e necessari*, non e piu necessari*, non e richiest*, non e piu richiest*, non serve piu, non servono piu, inutile, superflu*, sospes*, saltare, saltata, saltat*, esent*, rimoss*, esonerat*, abolit*, facoltativ*, opzional*, formalita
nl: uitgeschakeld, uitschakelen, uitgezet, uitzetten, staat uit, niet nodig, niet meer nodig, niet vereist, niet meer vereist, niet langer nodig, niet langer vereist, overbodig, opgeheven, opgeschort, overslaan, overgeslagen, vervallen, vervalt, vrijgesteld, hoeft niet, afgeschaft, optioneel, vrijwillig, geschrapt
pt: desativad*, desativar, desligad*, desligar, nao e necessari*, ja nao e necessari*, nao e mais necessari*, nao precisa*, nao e preciso, dispensad*, dispensavel, suspens*, isent*, desnecessari*, removid*, nao e exigid*, nao e mais exigid*, deixou de ser, opciona*, facultativ*
pl: wylaczon*, wylaczyc, wylaczamy, wylacz, niepotrzebn*, nie jest potrzebn*, nie jest wymagan*, nie jest juz potrzebn*, nie jest juz wymagan*, nie sa wymagan*, nie jest konieczn*, nie trzeba, zbedn*, zniesion*, zawieszon*, pomijamy, pomin*, pomijaj, zwolnion*, nie wymaga*, opcjonaln*, dobrowoln*
ru: отключ*, выключ*, не нуж*, больше не нуж*, не требу*, больше не требу*, не обязател*, необязател*, излишн*, отменен*, отменил*, приостановл*, пропуск*, снят*, освобожд*, деактивир*, добровольн*, по желанию
zh: 关闭, 已关, 停用, 禁用, 不需要, 不再需要, 无需, 无须, 不必, 不用, 取消, 跳过, 绕过, 免除, 豁免, 省略, 關閉, 可选, 自愿
ja: オフ, 無効, 不要, 必要ない, 必要ありません, 必要はない, いらない, 要らない, 要りません, 省略, スキップ, 免除, 停止, 解除, 廃止, 切って, 切られ, 任意
"""
"""Taken away, not asked for; before or behind what it says that of."""

WITHOUT = """
en: without, no, skip, skips, skipping, skipped, bypass, ignore, needs no, need no, requires no, require no, does not need, doesn't need, do not need, don't need, does not require, doesn't require, do not require, don't require, don't wait for, do not wait for, no longer wait* for, no longer need*, no longer requir*, no longer ask* for, stop asking for, stopped asking for, instead of waiting for, waive
de: ohne, kein, keine, keinen, keiner, uberspring*, braucht kein*, brauchen kein*, benotigt kein*, benotigen kein*, verzichte*
fr: sans, aucun, aucune, pas de, plus de, pas d', plus d', n'exige*, n'attend*, pas besoin de, ne requiert aucun*, ne necessit* pas
es: sin, ningun, ninguna, saltar*, salte*, omit*
it: senza, nessun, nessuna, salta*, non richied*, non occorr*, non necessita*, non serve, non servono, non ha bisogno di, non hanno bisogno di, non c'e bisogno di
nl: zonder, geen, sla
pt: sem, nenhum, nenhuma, pular, pulam, pulad*, dispensa*
pl: bez, zadn*, pomij*
ru: без, никак*, минуя
zh: 未经, 不经, 不经过, 无需, 不用, 不需要, 不必, 无须, 跳过, 免, 不經
ja: なしの, 無しの
"""
"""Taken away by a word right before it."""

LACKING = """
en: is waived
ja: なし, 無し, なく, せず, 抜き, を取らず, を得ず, を待たず
"""
"""The same right behind it, as Japanese says it."""

KEPT = """
en: never, not, no, *n't, cannot, nobody, no one, none, nothing, neither, forbidden, prohibited, refus*, reject*, block*, is on for, are on for, stays on, enabled, mandatory, is required, are required, fails, denied, if, whether, unless, when, whenever, would, could, attacker*, intruder*, phish*, scam*, malware, fraud*, ask*, question*, found, bug, issue*, why, how to, how, incident, planned, proposal, proposed, plan, plans, except
de: nie, niemals, niemand, nicht, kein, keine, keinen, verboten, untersagt, ist an, pflicht, wenn, falls, ob, angreifer*, risiko, keiner, nichts
fr: jamais, personne, interdit*, pas, rien, aucun, aucune, obligatoire, s'il, quand, lorsque, attaquant*
es: nunca, jamas, nadie, prohibid*, no, nada, ningun, ninguna, obligatori*, cuando, atacante*
it: mai, nessuno, nessuna, nessun, vietat*, non, niente, obbligatori*, quando, attaccant*
nl: nooit, niemand, verboden, niet, geen, niets, verplicht, als, wanneer, aanvaller*
pt: nunca, ninguem, proibid*, nao, nada, nenhum, nenhuma, obrigatori*, quando, atacante*
pl: nigdy, nikt, zabron*, nie, nic, zaden, zadne, zadna, obowiazkow*, jesli, gdy, kiedy, czy, atakujac*
ru: никогда, никто, запрещ*, нельзя, ничего, не, ни один, обязательн*, если, когда, злоумышленник*
zh: 不得, 禁止, 不能, 不可, 严禁, 绝不, 从不, 必须, 若, 如果, 攻击, 不允许, 没有人, 任何人不
ja: 禁止, 決して, 絶対に, 必須, もし, 攻撃, 誰も
"""
"""What turns round what stands behind it in the same clause, or makes it a case and no policy."""

FORBIDDEN = """
en: forbidden, prohibited, not allowed, not permitted, not accepted, is refused, are refused, rejected, blocked, is an incident, not an option, never, fails, fail, denied, would be, is a risk, a bad idea, was a mistake, in staging, in the sandbox, on localhost, locally, in tests
de: verboten, untersagt, nicht erlaubt, nicht zulassig, nicht moglich, nie
fr: interdit*, pas autorise*, pas permis*, impossible, refuse*
es: prohibid*, no esta permitid*, no se permite*, imposible
it: vietat*, non e consentit*, non e permess*, impossibile
nl: verboden, niet toegestaan, onmogelijk
pt: proibid*, nao e permitid*, impossivel
pl: zabronion*, niedozwolon*, niemozliw*
ru: запрещ*, нельзя, не допуска*, невозможн*
zh: 禁止, 不允许, 不得, 不可
ja: 禁止, てはいけ, てはなら, できない, できません, ないこと, 不可, ありません, ならない, ない
"""
"""The same right behind it."""

NOTHING = """
en: nothing, nobody, no one, none, never, not, cannot, *n't, must wait, fails
de: nichts, niemand, nie, nicht, kein, keine
fr: rien, personne, jamais, aucun, aucune, ne
es: nada, nadie, nunca, no, ninguno, ninguna
it: niente, nulla, nessuno, mai, non
nl: niets, niemand, nooit, niet, geen
pt: nada, ninguem, nunca, nao, nenhum, nenhuma
pl: nic, nikt, nigdy, nie
ru: ничего, никто, никогда, не, нельзя
zh: 不得, 不能, 不可, 禁止, 不准
ja: ない, ません, 禁止, 不可
"""
"""What makes a condition of `WITHOUT` before it: without approval nothing ships."""

BARE = """
en: is, are, was, value, =, now, current, currently, new, number, no, id, details, equals, be, becomes, changed to, set to, has changed to, should be, must be, as of now, to, at, points to, goes to
de: ist, lautet, wert, neu, jetzt, aktuell, nummer, sind
fr: est, valeur, nouveau, nouvelle, numero, sont, actuel
es: es, valor, nuevo, nueva, numero, son, actual
it: e, valore, nuovo, nuova, numero, sono, attuale
nl: is, waarde, nieuw, nieuwe, nummer, zijn, huidig
pt: e, valor, novo, nova, numero, sao, atual
pl: to, jest, wartosc, nowy, nowe, nowa, numer
ru: это, есть, значение, новый, новая, новое, номер, теперь
zh: 是, 为, 值, 新, 现在, 变更为, 改为, 号码
ja: は, 値, です, 新, 現在, 番号, 変更後
"""
"""Predicates that say nothing by themselves: then the subject says what the claim is about."""
