// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistryRoles} from "../src/interfaces/IRegistryRoles.sol";
import {CertificateBase} from "./base/CertificateBase.sol";
import {OwnerGuard} from "./base/OwnerGuard.sol";
import {RegistryBase} from "./base/RegistryBase.sol";
import {RegistryTest} from "./base/RegistryTest.sol";

contract RegistryRemoveNotaryTest is OwnerGuard, CertificateBase {
    function setUp() public override(CertificateBase, RegistryBase) {
        super.setUp();
    }

    function fingerprint() internal view override(CertificateBase, RegistryTest) returns (bytes32) {
        return super.fingerprint();
    }

    function guardedCall() internal view override returns (bytes memory) {
        return abi.encodeCall(IRegistryRoles.removeNotary, (notary.addr));
    }

    function test_WhenTheCallerIsANotary() public onBothRoutes {
        assertRefused(notary, guardedCall(), "Only owner");
        assertRefused(otherNotary, guardedCall(), "Only owner");
    }

    function test_GivenTheAddressIsANotary() public onBothRoutes {
        checkRemoved(notary.addr);
        assertTrue(registry.isNotary(otherNotary.addr), "no other");
        assertRefused(notary, certifyCall(person.addr, NATURAL, HIGH, until), "Only notary");
    }

    function test_GivenTheAddressIsNoNotary() public onBothRoutes {
        assertNoEffect(owner, abi.encodeCall(IRegistryRoles.removeNotary, (stranger.addr)));
    }

    function test_GivenTheNotaryHasCertified() public onBothRoutes {
        giveAcceptedCertificate();
        assertTrue(counts(person.addr, notary.addr), "counted");
        Certificate memory before = certificateOf(person.addr, notary.addr);
        checkRemoved(notary.addr);
        assertCertificate(person.addr, notary.addr, before);
        assertFalse(counts(person.addr, notary.addr), "counts no longer");
    }

    function testFuzz_WhenAnyAddressIsGiven(address account) public onBothRoutes {
        if (!registry.isNotary(account)) {
            assertNoEffect(owner, abi.encodeCall(IRegistryRoles.removeNotary, (account)));
            send(owner, abi.encodeCall(IRegistryRoles.addNotary, (account)));
        }
        checkRemoved(account);
    }

    function checkRemoved(address account) private {
        assertTrue(registry.isNotary(account));
        vm.recordLogs();
        send(owner, abi.encodeCall(IRegistryRoles.removeNotary, (account)));
        emit IRegistryRoles.NotaryRemoved(account, owner.addr, uint64(block.timestamp));
        assertEvents();
        assertFalse(registry.isNotary(account));
    }
}
