// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IMinimalForwarder} from "../src/interfaces/IMinimalForwarder.sol";
import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {RegisterAgentBase} from "./base/RegisterAgentBase.sol";

/// @dev A wallet that never agreed to its record, and was released from it, enters by its own word alone. A wallet that
/// was replaced never enters again.
contract RegistryRegisterAgentAnewTest is RegisterAgentBase {
    function test_GivenTheWalletReleasedItself() public onBothRoutes {
        releaseByWallet(agentId);
        checkAnew(wallet, IRegistry.Status.Terminated);
    }

    function test_GivenARegulatorReleasedTheWallet() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Suspended);
        send(regulator, abi.encodeCall(IRegistry.releaseWallet, (agentId)));
        checkAnew(wallet, IRegistry.Status.Terminated);
    }

    function test_GivenARegulatorReleasedTheWalletOfARevokedAgent() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Revoked);
        send(regulator, abi.encodeCall(IRegistry.releaseWallet, (agentId)));
        checkAnew(wallet, IRegistry.Status.Revoked);
    }

    /// @dev What a stranger without any ether could do for ever, before a wallet could refuse.
    function test_GivenAStrangerEnteredReportedForAndTerminatedTheWallet() public onBothRoutes {
        send(creator, abi.encodeCall(IRegistry.reportRevenue, (agentId, 2 ** 53 - 1, "EUR", "research", 0, 1)));
        send(creator, abi.encodeCall(IRegistry.terminateSelf, (agentId)));
        send(wallet, abi.encodeCall(IRegistry.declineAgent, (agentId)));
        uint256 anew = checkAnew(wallet, IRegistry.Status.Terminated);
        assertEq(registry.getRevenueHistory(agentId).length, 1, "the old record keeps its history");
        assertEq(registry.getRevenueHistory(anew).length, 0, "and the new one begins without");
    }

    function test_WhenAnotherEntersAReleasedWallet() public onBothRoutes {
        releaseByWallet(agentId);
        checkNotEntered(stranger);
        checkNotEntered(creator);
        checkNotEntered(haftungsperson);
        checkNotEntered(regulator);
        checkNotEntered(owner);
        checkAnew(wallet, IRegistry.Status.Terminated);
    }

    function test_WhenAnotherEntersAWalletThatARegulatorReleased() public onBothRoutes {
        send(regulator, abi.encodeCall(IRegistry.releaseWallet, (agentId)));
        checkNotEntered(stranger);
        checkNotEntered(regulator);
        checkAnew(wallet, IRegistry.Status.Terminated);
    }

    function test_GivenTheWalletWasReplaced() public onBothRoutes {
        replaceWallet(agentId, makeActor("new wallet").addr);
        checkNotEntered(wallet);
        checkNotEntered(stranger);
        checkNotEntered(haftungsperson);
        checkNotEntered(regulator);
    }

    function test_GivenTheAgentOfAReplacedWalletEnded() public onBothRoutes {
        replaceWallet(agentId, makeActor("new wallet").addr);
        giveStatus(agentId, IRegistry.Status.Terminated);
        checkNotEntered(wallet);
    }

    function testFuzz_WhenAnybodyElseEntersAReleasedWallet(uint256 seed) public onBothRoutes {
        vm.assume(actorOf(seed).addr != wallet.addr);
        releaseByWallet(agentId);
        checkNotEntered(actorOf(seed));
    }

    /// @dev In one transaction, so that no verifier asks in the moment between the two.
    function test_WhenTheWalletDeclinesAndRegistersInOneBatch() public {
        IMinimalForwarder.ForwardRequest[] memory requests = new IMinimalForwarder.ForwardRequest[](2);
        bytes[] memory signatures = new bytes[](2);
        requests[0] = requestOf(wallet, address(registry), abi.encodeCall(IRegistry.declineAgent, (agentId)));
        requests[1] = requestOf(wallet, address(registry), registerCall(registration()));
        requests[1].nonce += 1;
        for (uint256 i = 0; i < 2; ++i) signatures[i] = signRequest(wallet, requests[i]);
        vm.prank(relayer);
        bool[] memory successes = forwarder.executeBatch(requests, signatures);
        assertTrue(successes[0] && successes[1], "both ran");
        uint256 own = registry.walletToAgent(wallet.addr);
        assertEq(registry.getAgent(own).creator, wallet.addr, "by its own word");
        assertTrue(registry.isWalletReleased(agentId), "and free of the other");
    }

    function test_GivenTheReleasedRecordHadAParent() public onBothRoutes {
        uint256 child = registerChild(agentId, "child");
        releaseByWallet(child);
        Registration memory r = registration();
        (r.agentWallet, r.parentAgentId) = (makeActor("child").addr, agentId);
        uint256 anew = register(makeActor("child"), r);
        uint256[] memory expected = new uint256[](2);
        (expected[0], expected[1]) = (child, anew);
        assertEq(registry.getChildren(agentId), expected);
    }

    function test_GivenTheWalletAgreedBeforeItsAgentEnded() public onBothRoutes {
        send(wallet, abi.encodeCall(IRegistry.confirmAgent, (agentId)));
        send(wallet, abi.encodeCall(IRegistry.terminateSelf, (agentId)));
        assertRefused(wallet, registerCall(registration()), "Wallet already registered to another agent");
    }

    function checkNotEntered(Actor memory by) private {
        assertRefused(by, registerCall(registration()), "Wallet already registered to another agent");
        assertFalse(registry.isRegistered(wallet.addr), "not registered");
    }

    /// @dev The old record is as it was but for its end, and the wallet's answers come from the new one.
    function checkAnew(Actor memory by, IRegistry.Status oldStatus) private returns (uint256 anew) {
        IRegistry.Agent memory old = registry.getAgent(agentId);
        assertStatus(old.status, oldStatus);
        assertFalse(registry.isRegistered(wallet.addr), "not registered");
        assertEq(walletStanding(wallet.addr), 1, "reserved");

        anew = checkRegistered(by, registration(), 0);
        assertTrue(registry.isRegisteredAndCompliant(wallet.addr), "compliant by the new record");
        assertAgent(registry.getAgentByWallet(wallet.addr), registry.getAgent(anew));
        assertAgent(registry.getAgent(agentId), old);
        assertTrue(registry.isWalletReleased(agentId), "the old one stays released");
        assertEq(walletStanding(wallet.addr), 0, "bound");
    }
}
